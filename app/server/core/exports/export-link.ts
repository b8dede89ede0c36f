import { parse, stringify } from 'uuid'
import { config } from '#config'
import type { Keys } from '../../keys.ts'
import { Problem } from '../problem.ts'
import { readLink, signLink } from '../signed-link.ts'

/** A link that a browser can follow without a session, to everything a person has here. Works for a few minutes. */
export function signExportUrl(keys: Keys, { userId }: { userId: string }, now = Date.now()): string {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(Math.floor(now / 1000) + config.library.archiveUrlMaxAge))
  const content = Buffer.concat([time, parse(userId)])
  return `${config.api.basePath}/v1/me/export/${signLink(keys, 'export', content)}`
}

/** Whose link it is; throws where it was made up, changed, or is too old. */
export function readExportUrl(keys: Keys, link: string, now = Date.now()): { userId: string } {
  const bytes = readLink(keys, 'export', link)
  if (Number(bytes.readBigUInt64BE(0)) * 1000 < now) throw new Problem('not_found')
  return { userId: stringify(bytes, 8) }
}
