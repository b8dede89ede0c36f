import { parse, stringify } from 'uuid'
import { config } from '#config'
import type { Keys } from '../../keys.ts'
import { Problem } from '../problem.ts'
import { readLink, signLink } from '../signed-link.ts'
import type { OwnGenerations } from './own-generations.ts'

/**
 * A link that a browser can follow without a session, to a ZIP of exactly these works of this person. Everything it needs is in
 * it, so nothing is kept for it; ids are packed, because a hundred of them have to fit into an address.
 */
export function signArchiveUrl(keys: Keys, own: OwnGenerations, now = Date.now()): string {
  const expires = Math.floor(now / 1000) + config.library.archiveUrlMaxAge
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(expires))
  const content = Buffer.concat([time, ...[own.userId, ...own.ids].map((id) => parse(id))])
  return `${config.api.basePath}/v1/library/archive/${signLink(keys, 'archive', content)}`
}

/** Throws where the link was made up, changed, or is too old. */
export function readArchiveUrl(keys: Keys, token: string, now = Date.now()): OwnGenerations {
  const bytes = readLink(keys, 'archive', token)
  if (Number(bytes.readBigUInt64BE(0)) * 1000 < now) throw new Problem('not_found')
  const [userId, ...ids] = Array.from({ length: (bytes.length - 8) / 16 }, (_, index) => stringify(bytes, 8 + index * 16))
  if (!userId) throw new Problem('not_found')
  return { userId, ids }
}
