import type { Kind } from '#app/contract/values.ts'
import { config } from '#config'

/** File types for the browser's dialog. */
const offered: Record<Kind, string> = {
  image: 'image/png,image/jpeg,image/webp,image/avif,image/gif',
  audio: 'audio/*',
  video: 'video/mp4,video/webm,video/quicktime',
  text: 'text/plain,text/markdown,.txt,.md',
}
export const acceptOf = (kinds: readonly Kind[]): string => kinds.map((kind) => offered[kind]).join(',')

/** Returns the kind that a file claims to be. The server checks it; this only avoids pointless uploads. */
export function kindOf({ type, name }: Pick<File, 'type' | 'name'>): Kind | undefined {
  if (type === 'image/svg+xml') return undefined
  const [kind] = type.split('/')
  if (kind === 'image' || kind === 'audio' || kind === 'video' || kind === 'text') return kind
  return /\.(?:txt|md)$/i.test(name) ? 'text' : undefined
}

export const isTooLarge = ({ size }: Pick<File, 'size'>, kind: Kind): boolean => size > config.uploads.maxMegabytes[kind] * 1_000_000
