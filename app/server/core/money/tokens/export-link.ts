import * as v from 'valibot'
import { ledgerFilterSchema } from '#app/contract/money/tokens.ts'
import { config } from '#config'
import type { Keys } from '#app/server/keys.ts'
import { Problem } from '../../problem.ts'
import { readLink, signLink } from '../../signed-link.ts'
import type { ExportEntriesOptions } from './export-entries.ts'

const contentSchema = v.object({
  user: v.string(),
  /** The filter as in a query string. */
  filter: v.record(v.string(), v.string()),
  expires: v.number(),
})

/** Signs a link to a person's filtered ledger, which works without a session. It contains all data of the link. */
export function signExportUrl(keys: Keys, { userId, filter }: ExportEntriesOptions, now = Date.now()): string {
  const { kind__in, ...rest } = filter
  const content = Buffer.from(
    JSON.stringify({
      user: userId,
      filter: { ...rest, ...(kind__in && { kind__in: kind__in.join(',') }) },
      expires: Math.floor(now / 1000) + config.tokens.exportUrlMaxAge,
    }),
  )
  return `${config.api.basePath}/v1/tokens/entries/export/${signLink(keys, 'ledger', content)}`
}

/** Returns the content of a link; throws if it is forged or expired. */
export function readExportUrl(keys: Keys, link: string, now = Date.now()): ExportEntriesOptions {
  const { user, filter, expires } = v.parse(contentSchema, JSON.parse(readLink(keys, 'ledger', link).toString()))
  if (expires * 1000 < now) throw new Problem('not_found')
  return { userId: user, filter: v.parse(ledgerFilterSchema, filter) }
}
