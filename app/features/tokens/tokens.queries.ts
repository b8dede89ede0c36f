import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { type LedgerSearch, ledgerFilterOf, ledgerSearchOf } from './ledger-search.ts'
import { getBalance, getLimits, listTokenEntries } from './tokens.functions.ts'

export const balanceQuery = queryOptions({ queryKey: ['tokens', 'balance'], queryFn: async () => unwrap(await getBalance()) })

export const limitsQuery = queryOptions({ queryKey: ['tokens', 'limits'], queryFn: async () => unwrap(await getLimits()) })

export const tokenEntriesQuery = (search: LedgerSearch) =>
  infiniteQueryOptions({
    queryKey: ['tokens', 'entries', ledgerSearchOf(search)],
    queryFn: async ({ pageParam }) =>
      unwrap(await listTokenEntries({ data: { ...ledgerFilterOf(search), limit: '30', ...(pageParam ? { cursor: pageParam } : {}) } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })
