import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from '../keys.ts'
import { Problem } from './problem.ts'

/** The purpose of a link; a link signed for another purpose is refused. */
type Purpose = 'archive' | 'export' | 'ledger'

/** Signs the last part of a URL that works without a session. It contains all data of the link, so nothing is stored. */
export function signLink(keys: Keys, purpose: Purpose, bytes: Buffer): string {
  const content = bytes.toString('base64url')
  return `${content}.${signatureOf(keys, purpose, content)}`
}

/** Returns the signed content; throws `not_found` if the link is forged. */
export function readLink(keys: Keys, purpose: Purpose, link: string): Buffer {
  const [content = '', signature = ''] = link.split('.')
  const expected = Buffer.from(signatureOf(keys, purpose, content))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Problem('not_found')
  return Buffer.from(content, 'base64url')
}

function signatureOf(keys: Keys, purpose: Purpose, content: string): string {
  return createHmac('sha256', keys.fileUrl).update(`${purpose}.${content}`).digest('base64url')
}
