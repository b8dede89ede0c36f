import { createHmac, timingSafeEqual } from 'node:crypto'
import { config } from '#config'
import type { Keys } from '../../keys.ts'

export type SignOptions = {
  /** When the work went to the trash; null while it is in the library. */
  trashedAt?: Date | null
  now?: number
}

/**
 * A link to a file that works without a session, for `<img>`, `<video>` and downloads. Its end is rounded up to a whole step, so
 * that the same file has the same link for a while and browsers can cache it.
 *
 * A link is valid for the state it was signed in: links of the library stop working in the trash, and the owner's view of the trash
 * gets links that work for this one stay in it.
 */
export function signFileUrl(keys: Keys, fileId: string, { trashedAt, now = Date.now() }: SignOptions = {}): string {
  const step = config.generations.fileUrlMaxAge / 2
  const expires = String((Math.floor(now / 1000 / step) + 2) * step)
  const trashed = trashedAt ? String(trashedAt.getTime()) : undefined
  const signature = signatureOf(keys, fileId, { expires, trashed })
  return `${config.api.basePath}/v1/files/${fileId}?expires=${expires}${trashed ? `&trashed=${trashed}` : ''}&signature=${signature}`
}

export type FileLink = { expires?: string | undefined; trashed?: string | undefined; signature?: string | undefined }

/** The state that a link was signed for; undefined when it was made up, changed, or is too old. */
export function readFileLink(
  keys: Keys,
  fileId: string,
  { expires, trashed, signature }: FileLink,
  now = Date.now(),
): { trashedAt: Date | null } | undefined {
  if (!expires || !signature || !/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < now) return undefined
  if (trashed !== undefined && !/^\d{1,15}$/.test(trashed)) return undefined
  const expected = Buffer.from(signatureOf(keys, fileId, { expires, trashed }))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return { trashedAt: trashed === undefined ? null : new Date(Number(trashed)) }
}

function signatureOf(keys: Keys, fileId: string, { expires, trashed }: { expires: string; trashed: string | undefined }): string {
  const content = [fileId, expires, ...(trashed === undefined ? [] : [trashed])].join('.')
  return createHmac('sha256', keys.fileUrl).update(content).digest('base64url')
}
