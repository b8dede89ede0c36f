import { createHmac, timingSafeEqual } from 'node:crypto'
import { config } from '#config'
import type { Keys } from '#app/server/keys.ts'

export type SignOptions = {
  /** The time the work was moved to the trash; null while it is in the library. */
  trashedAt?: Date | null
  now?: number
}

/**
 * Signs a link to a file, for `<img>`, `<video>` and downloads. Its expiry is rounded up to a step, so that a file keeps its link for a
 * while and browsers can cache it. Links are valid for one state of the work: a link from the library stops working in the trash, and a
 * link from the trash works for that one stay in the trash.
 */
export function signFileUrl(keys: Keys, fileId: string, { trashedAt, now = Date.now() }: SignOptions = {}): string {
  const step = config.generations.fileUrlMaxAge / 2
  const expires = String((Math.floor(now / 1000 / step) + 2) * step)
  const trashed = trashedAt ? String(trashedAt.getTime()) : undefined
  const signature = signatureOf(keys, contentOf(fileId, { expires, trashed }))
  return `${config.api.basePath}/v1/files/${fileId}?expires=${expires}${trashed ? `&trashed=${trashed}` : ''}&signature=${signature}`
}

export type FileLink = { expires?: string | undefined; trashed?: string | undefined; signature?: string | undefined }

/** The state that a link was signed for; undefined when it is forged or expired. */
export function readFileLink(
  keys: Keys,
  fileId: string,
  { expires, trashed, signature }: FileLink,
  now = Date.now(),
): { trashedAt: Date | null } | undefined {
  if (!expires || !signature || !/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < now) return undefined
  if (trashed !== undefined && !/^\d{1,15}$/.test(trashed)) return undefined
  const expected = Buffer.from(sign(keys, contentOf(fileId, { expires, trashed })))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return { trashedAt: trashed === undefined ? null : new Date(Number(trashed)) }
}

const maxCached = 20_000
const signatures = new WeakMap<Keys, Map<string, string>>()

/** Cached: a page shows dozens of links, and each stays the same for half of `fileUrlMaxAge`. */
function signatureOf(keys: Keys, content: string): string {
  const cached = signatures.get(keys) ?? new Map<string, string>()
  signatures.set(keys, cached)
  const signature = cached.get(content) ?? sign(keys, content)
  if (cached.size >= maxCached) cached.clear()
  cached.set(content, signature)
  return signature
}

const sign = (keys: Keys, content: string) => createHmac('sha256', keys.fileUrl).update(content).digest('base64url')

const contentOf = (fileId: string, { expires, trashed }: { expires: string; trashed: string | undefined }) =>
  [fileId, expires, ...(trashed === undefined ? [] : [trashed])].join('.')
