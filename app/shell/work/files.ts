import type { GenerationFile } from '#app/contract/generations.ts'

const captionTypes: readonly string[] = ['text/vtt', 'application/x-subrip']

/** Words that go with a film or a sound, rather than a result of their own. */
export const isCaptions = ({ media_type }: Pick<GenerationFile, 'media_type'>): boolean => captionTypes.includes(media_type)

/** The results themselves, without what goes with them. */
export const resultsOf = (files: readonly GenerationFile[]): GenerationFile[] => files.filter((file) => !isCaptions(file))

/** The captions that a browser can show over a film. */
export const trackOf = (files: readonly GenerationFile[]): GenerationFile | undefined =>
  files.find(({ media_type }) => media_type === 'text/vtt')
