import { parse, stringify } from 'uuid'
import { config } from '#config'
import type { Keys } from '#app/server/keys.ts'
import { Problem } from '../../problem.ts'
import { readLink, signLink } from '../../signed-link.ts'
import type { OwnGenerations } from './own-generations.ts'

/**
 * Signs a link to a ZIP of these works, which works without a session. It carries everything needed; ids are packed, because a hundred must
 * fit into a URL.
 */
export function signArchiveUrl(keys: Keys, own: OwnGenerations, now = Date.now()): string {
  const expires = Math.floor(now / 1000) + config.library.archiveUrlMaxAge
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(expires))
  const content = Buffer.concat([time, ...[own.userId, ...own.ids].map((id) => parse(id))])
  return `${config.api.basePath}/v1/library/archive/${signLink(keys, 'archive', content)}`
}

/** Throws when the link is forged or expired. */
export function readArchiveUrl(keys: Keys, token: string, now = Date.now()): OwnGenerations {
  const bytes = readLink(keys, 'archive', token)
  if (Number(bytes.readBigUInt64BE(0)) * 1000 < now) throw new Problem('not_found')
  const [userId, ...ids] = Array.from({ length: (bytes.length - 8) / 16 }, (_, index) => stringify(bytes, 8 + index * 16))
  if (!userId) throw new Problem('not_found')
  return { userId, ids }
}
