import type { ProducedFile } from './provider.ts'

/** Returns the files of a result on disk: the file and its stills. */
export const pathsOf = ({ path, poster, thumbnail }: ProducedFile): string[] => [path, poster?.path ?? [], thumbnail?.path ?? []].flat()
