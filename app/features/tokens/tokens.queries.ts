import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/api-result.ts'
import { getBalance, listTokenEntries, listTokenPacks } from './tokens.functions.ts'

export const balanceQuery = queryOptions({ queryKey: ['tokens', 'balance'], queryFn: async () => unwrap(await getBalance()) })

export const tokenEntriesQuery = infiniteQueryOptions({
  queryKey: ['tokens', 'entries'],
  queryFn: async ({ pageParam }) => unwrap(await listTokenEntries({ data: { limit: '30', ...(pageParam ? { cursor: pageParam } : {}) } })),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
})

/** Prices change with the operator's settings only. */
export const tokenPacksQuery = queryOptions({
  queryKey: ['token-packs'],
  queryFn: async () => unwrap(await listTokenPacks()),
  staleTime: 10 * 60_000,
})
