import type { Generation, GenerationFile } from '#app/contract/runs/generations.ts'

const captionTypes: readonly string[] = ['text/vtt', 'application/x-subrip']

/** Subtitles that accompany a result. */
export const isCaptions = ({ media_type }: Pick<GenerationFile, 'media_type'>): boolean => captionTypes.includes(media_type)

/** The results without their subtitles. */
export const resultsOf = (files: readonly GenerationFile[]): GenerationFile[] => files.filter((file) => !isCaptions(file))

type Results = Pick<Generation, 'type' | 'files'>
/** Returns the index of a file as an input. The text of an answer is its first result, so its images are counted from one. */
export const indexOf = ({ type, files }: Results, file: GenerationFile): number => files.indexOf(file) + (type === 'text' ? 1 : 0)
/** Returns the file at such an index; undefined for a text. */
export const fileAt = ({ type, files }: Results, index = 0): GenerationFile | undefined => files[type === 'text' ? index - 1 : index]

/** Subtitles in a format that browsers show over a video. */
export const trackOf = <File extends Pick<GenerationFile, 'media_type'>>(files: readonly File[]): File | undefined =>
  files.find(({ media_type }) => media_type === 'text/vtt')

const formatNames: Partial<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'audio/mpeg': 'MP3',
  'audio/mp4': 'M4A',
  'text/vtt': 'WebVTT',
  'application/x-subrip': 'SRT',
}

/** Returns the common name of a format: "WebP", "MP3". */
export function formatOf({ media_type }: Pick<GenerationFile, 'media_type'>): string {
  const type = media_type.split(';')[0] ?? ''
  return formatNames[type] ?? (type.split('/')[1] ?? type).toUpperCase()
}
