import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from '../keys.ts'
import { Problem } from './problem.ts'

/** What a link is for: one that was signed for something opens nothing else. */
type Purpose = 'archive' | 'export' | 'ledger'

/** The last part of an address that a browser can follow without a session. All that is needed is in it, so nothing is kept for it. */
export function signLink(keys: Keys, purpose: Purpose, bytes: Buffer): string {
  const content = bytes.toString('base64url')
  return `${content}.${signatureOf(keys, purpose, content)}`
}

/** What was signed; throws `not_found` where the link was made up or changed. */
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
