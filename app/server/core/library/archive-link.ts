import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import { config } from '#config'
import type { Keys } from '../../keys.ts'
import { Problem } from '../problem.ts'
import type { OwnGenerations } from './own-generations.ts'

/**
 * A link that a browser can follow without a session, to a ZIP of exactly these works of this person. Everything it needs is in
 * it, so nothing is kept for it; ids are packed, because a hundred of them have to fit into an address.
 */
export function signArchiveUrl(keys: Keys, own: OwnGenerations, now = Date.now()): string {
  const expires = Math.floor(now / 1000) + config.library.archiveUrlMaxAge
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(expires))
  const content = Buffer.concat([time, ...[own.userId, ...own.ids].map((id) => parse(id))]).toString('base64url')
  return `${config.api.basePath}/v1/library/archive/${content}.${signatureOf(keys, content)}`
}

/** Throws where the link was made up, changed, or is too old. */
export function readArchiveUrl(keys: Keys, token: string, now = Date.now()): OwnGenerations {
  const [content = '', signature = ''] = token.split('.')
  const expected = Buffer.from(signatureOf(keys, content))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Problem('not_found')
  const bytes = Buffer.from(content, 'base64url')
  if (Number(bytes.readBigUInt64BE(0)) * 1000 < now) throw new Problem('not_found')
  const [userId, ...ids] = Array.from({ length: (bytes.length - 8) / 16 }, (_, index) => stringify(bytes, 8 + index * 16))
  if (!userId) throw new Problem('not_found')
  return { userId, ids }
}

function signatureOf(keys: Keys, content: string): string {
  return createHmac('sha256', keys.fileUrl).update(`archive.${content}`).digest('base64url')
}
