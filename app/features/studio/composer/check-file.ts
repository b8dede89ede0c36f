import type { FileKind } from '#app/contract/values.ts'
import { config } from '#config'

/** File types for the browser's dialog. */
const offered: Record<FileKind, string> = {
  image: 'image/png,image/jpeg,image/webp,image/avif,image/gif',
  audio: 'audio/*',
  video: 'video/mp4,video/webm,video/quicktime',
  text: 'text/plain,text/markdown,.txt,.md',
  document: 'application/pdf',
}
export const acceptOf = (kinds: readonly FileKind[]): string => kinds.map((kind) => offered[kind]).join(',')

/** Returns the kind that a file claims to be. The server checks it; this only avoids pointless uploads. */
export function kindOf({ type, name }: Pick<File, 'type' | 'name'>): FileKind | undefined {
  if (type === 'image/svg+xml') return undefined
  if (type === 'application/pdf') return 'document'
  const [kind] = type.split('/')
  if (kind === 'image' || kind === 'audio' || kind === 'video' || kind === 'text') return kind
  if (/\.pdf$/i.test(name)) return 'document'
  return /\.(?:txt|md)$/i.test(name) ? 'text' : undefined
}

export const isTooLarge = ({ size }: Pick<File, 'size'>, kind: FileKind): boolean => size > config.uploads.maxMegabytes[kind] * 1_000_000
