import type { GenerationFile } from '#app/contract/generations.ts'

const captionTypes: readonly string[] = ['text/vtt', 'application/x-subrip']

/** Words that go with a film or a sound, rather than a result of their own. */
export const isCaptions = ({ media_type }: Pick<GenerationFile, 'media_type'>): boolean => captionTypes.includes(media_type)

/** The results themselves, without what goes with them. */
export const resultsOf = (files: readonly GenerationFile[]): GenerationFile[] => files.filter((file) => !isCaptions(file))

/** The captions that a browser can show over a film. */
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

/** As people call it: "WebP", "MP3". */
export function formatOf({ media_type }: Pick<GenerationFile, 'media_type'>): string {
  const type = media_type.split(';')[0] ?? ''
  return formatNames[type] ?? (type.split('/')[1] ?? type).toUpperCase()
}
