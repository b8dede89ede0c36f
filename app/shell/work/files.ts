import type { GenerationFile } from '#app/contract/generations.ts'

const captionTypes: readonly string[] = ['text/vtt', 'application/x-subrip']

/** Subtitles that accompany a result. */
export const isCaptions = ({ media_type }: Pick<GenerationFile, 'media_type'>): boolean => captionTypes.includes(media_type)

/** The results without their subtitles. */
export const resultsOf = (files: readonly GenerationFile[]): GenerationFile[] => files.filter((file) => !isCaptions(file))

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
