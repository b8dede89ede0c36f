import { isDevice } from './archive-name.ts'

const extensions: Partial<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/webm': 'weba',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/vtt': 'vtt',
  'application/x-subrip': 'srt',
}

const maxLength = 60

/**
 * Makes a file name from a work's words: `sunset-over-lake-1.webp`. Letters of any alphabet are kept, and whole words as far as they fit.
 */
export function fileName(words: string, { mediaType, number }: { mediaType: string; number: number | undefined }): string {
  const slug = words
    .slice(0, 1_000)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
  const cut =
    slug.length <= maxLength
      ? slug
      : slug
          .slice(0, maxLength + 1)
          .replace(/-[^-]*$/, '')
          .slice(0, maxLength)
  // Windows takes `con.webp` for a device and can't unpack it.
  const free = isDevice(cut) ? `quartet-${cut}` : cut
  const extension = extensions[mediaType.split(';')[0] ?? ''] ?? 'bin'
  return `${[free.toWellFormed() || 'quartet', number].filter((part) => part !== undefined).join('-')}.${extension}`
}

/** Returns the name of what is stored: a document of an office program is stored as its text. */
export const storedName = ({ name, mediaType }: { name: string | null; mediaType: string }): string | null =>
  name !== null && mediaType === 'text/markdown' ? `${name}.md` : name

/** Content-Disposition with a name in any alphabet (RFC 6266, RFC 8187) and an ASCII fallback. */
export function contentDisposition(name: string, { download }: { download: boolean }): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]+/g, '_')
  const plain = /^[^a-z]*[a-z].*\./i.test(ascii) ? ascii : `quartet${/\.\w+$/.exec(name)?.[0] ?? ''}`
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${download ? 'attachment' : 'inline'}; filename="${plain.replaceAll(/["\\]/g, '_')}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`
}
