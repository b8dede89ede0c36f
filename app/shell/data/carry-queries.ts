import type { QueryClient } from '@tanstack/react-query'
import { pack, unpack } from './pack.ts'

/** The data of a query, and when it was read. */
export type CarriedQuery = [key: string, data: string, readAt: number]

/** Returns the data of a page's queries for its HTML. Queries that failed are read again by the browser. */
export const carryQueries = (queryClient: QueryClient): CarriedQuery[] =>
  queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.status === 'success' })
    .map(({ queryKey, state }) => [JSON.stringify(queryKey), pack(state.data), state.dataUpdatedAt])

export function takeQueries(queryClient: QueryClient, queries: readonly CarriedQuery[]): void {
  for (const [key, data, updatedAt] of queries) queryClient.setQueryData(JSON.parse(key), unpack(data), { updatedAt })
}
