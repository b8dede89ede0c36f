import type { QueryClient } from '@tanstack/react-query'
import type { LedgerSearch } from './ledger-search.ts'
import { balanceQuery, limitsQuery, tokenEntriesQuery } from './tokens.queries.ts'

/**
 * Loads everything that the page needs for its first render. During navigation within it, the present content stays until the next part
 * arrives.
 */
export async function loadTokens(queryClient: QueryClient, search: LedgerSearch, cause: 'enter' | 'stay' | 'preload') {
  const entries = queryClient.prefetchInfiniteQuery(tokenEntriesQuery(search))
  await Promise.all([queryClient.ensureQueryData(balanceQuery), queryClient.ensureQueryData(limitsQuery), cause === 'stay' || entries])
}
