import type { ProducedFile } from './provider.ts'

/** The files of a result on disk: itself and its stills. */
export const pathsOf = ({ path, poster, thumbnail }: ProducedFile): string[] => [path, poster?.path ?? [], thumbnail?.path ?? []].flat()
