import type { Query, QueryClient } from '@tanstack/react-query'
import { pack, unpack } from './pack.ts'

/** The data of a query, and when it was read. The serializer of pages reads each property of each object, but a text at once. */
export type CarriedQuery = [key: string, data: string, readAt: number]

/** Returns the queries of a page that have data, for its HTML, and adds them to `carried`. */
export function carryQueries(queryClient: QueryClient, carried: Set<Query>): CarriedQuery[] {
  return queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.status === 'success' })
    .map((query): CarriedQuery => {
      carried.add(query)
      return [JSON.stringify(query.queryKey), pack(query.state.data), query.state.dataUpdatedAt]
    })
}

export function takeQueries(queryClient: QueryClient, queries: readonly CarriedQuery[]): void {
  for (const [key, data, updatedAt] of queries) queryClient.setQueryData(JSON.parse(key), unpack(data), { updatedAt })
}
