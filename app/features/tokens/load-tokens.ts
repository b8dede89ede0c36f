import type { QueryClient } from '@tanstack/react-query'
import type { LedgerSearch } from './ledger-search.ts'
import { balanceQuery, limitsQuery, tokenEntriesQuery } from './tokens.queries.ts'

/** All that the page needs to be seen whole. Whoever is there already keeps what they see while another part of the history comes. */
export async function loadTokens(queryClient: QueryClient, search: LedgerSearch, cause: 'enter' | 'stay' | 'preload') {
  const entries = queryClient.prefetchInfiniteQuery(tokenEntriesQuery(search))
  await Promise.all([queryClient.ensureQueryData(balanceQuery), queryClient.ensureQueryData(limitsQuery), cause === 'stay' || entries])
}
