import { parse, stringify } from 'uuid'
import { config } from '#config'
import type { Keys } from '#app/server/keys.ts'
import { Problem } from '../../problem.ts'
import { readLink, signLink } from '../../signed-link.ts'

/** Signs a link to the export of a person's data, which works without a session for a few minutes. */
export function signExportUrl(keys: Keys, { userId }: { userId: string }, now = Date.now()): string {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(Math.floor(now / 1000) + config.library.archiveUrlMaxAge))
  const content = Buffer.concat([time, parse(userId)])
  return `${config.api.basePath}/v1/me/export/${signLink(keys, 'export', content)}`
}

/** Returns the owner of a link; throws when it is forged or expired. */
export function readExportUrl(keys: Keys, link: string, now = Date.now()): { userId: string } {
  const bytes = readLink(keys, 'export', link)
  if (Number(bytes.readBigUInt64BE(0)) * 1000 < now) throw new Problem('not_found')
  return { userId: stringify(bytes, 8) }
}
