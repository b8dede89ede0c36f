import { createHmac, timingSafeEqual } from 'node:crypto'
import { config } from '#config'
import type { Keys } from '../../keys.ts'

/**
 * A link to a file that works without a session, for `<img>`, `<video>` and downloads. Its end is rounded up to a whole step, so
 * that the same file has the same link for a while and browsers can cache it.
 */
export function signFileUrl(keys: Keys, fileId: string, now = Date.now()): string {
  const step = config.generations.fileUrlMaxAge / 2
  const expires = (Math.floor(now / 1000 / step) + 2) * step
  return `${config.api.basePath}/v1/files/${fileId}?expires=${expires}&signature=${signatureOf(keys, fileId, expires)}`
}

export function isFileUrlValid(
  keys: Keys,
  fileId: string,
  { expires, signature }: { expires: string | undefined; signature: string | undefined },
  now = Date.now(),
): boolean {
  if (!expires || !signature || !/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < now) return false
  const expected = Buffer.from(signatureOf(keys, fileId, Number(expires)))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf(keys: Keys, fileId: string, expires: number): string {
  return createHmac('sha256', keys.fileUrl).update(`${fileId}.${expires}`).digest('base64url')
}
