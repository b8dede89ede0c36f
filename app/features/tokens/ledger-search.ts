import type * as v from 'valibot'
import { searchMaxLength } from '#app/contract/base/values.ts'
import { day, oneOf, searchParams, text } from '#app/contract/base/search-params.ts'
import type { ledgerFilterSchema, TokenEntry } from '#app/contract/money/tokens.ts'

/** Events by their names in the filter. */
const kindsOf = { spent: 'settle', received: 'grant', returned: 'release', expired: 'expire', taken: 'refund' } as const satisfies Record<
  string,
  TokenEntry['kind']
>
export type Happening = keyof typeof kindsOf
export const happenings = ['spent', 'received', 'returned', 'expired', 'taken'] as const satisfies readonly Happening[]
/** Periods in days. */
export const spans = [7, 30, 90, 365] as const

/** Filters of the ledger. Invalid values are ignored. */
export const ledgerSearch = searchParams({
  what: oneOf(...happenings),
  span: oneOf(...spans),
  /** Both days are inclusive; an alternative to `span`. */
  from: day,
  to: day,
  q: text(searchMaxLength),
})
export type LedgerSearch = ReturnType<typeof ledgerSearch>
/** Properties of components that read and change the address. */
export type LedgerProps = { search: LedgerSearch; onSearchChange: (change: Partial<LedgerSearch>) => void }

export const ledgerSearchOf = ({ what, span, from, to, q }: LedgerSearch): LedgerSearch => ({ what, span, from, to, q })
export const isFiltered = (search: LedgerSearch) => Object.values(ledgerSearchOf(search)).some((value) => value !== undefined)

const dayMs = 24 * 60 * 60 * 1000

/** Converts the filters for the API. */
export function ledgerFilterOf({ what, span, from, to, q }: LedgerSearch, now = Date.now()): v.InferInput<typeof ledgerFilterSchema> {
  const since = span ? new Date(now - span * dayMs).toISOString() : from
  return {
    ...(what && { kind__in: kindsOf[what] }),
    ...(since && { from: since }),
    ...(to && !span && { to }),
    ...(q && { q }),
  }
}
