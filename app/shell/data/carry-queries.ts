import type { QueryClient } from '@tanstack/react-query'
import { pack, type Packed, unpack } from './pack.ts'

/** A query's key, when its data was read, and the data. */
type CarriedQuery = [key: readonly unknown[], readAt: number, data: Packed]

/**
 * Returns the data of a page's queries as JSON for a script element of its HTML. Queries that failed are read again by the browser.
 */
export function carryQueries(queryClient: QueryClient): string {
  const queries = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.status === 'success' })
    .map(({ queryKey, state }) => `[${JSON.stringify(queryKey)},${state.dataUpdatedAt},${pack(state.data)}]`)
  // A text with the end of a script would end the element.
  return `[${queries.join(',')}]`.replaceAll('<', '\\u003c')
}

export function takeQueries(queryClient: QueryClient, json: string): void {
  const queries: CarriedQuery[] = JSON.parse(json)
  for (const [key, updatedAt, data] of queries) queryClient.setQueryData(key, unpack(data), { updatedAt })
}
