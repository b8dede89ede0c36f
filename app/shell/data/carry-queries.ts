import type { QueryClient } from '@tanstack/react-query'

/** A query's key, when its data was read, and the data. */
type CarriedQuery = [key: readonly unknown[], readAt: number, data: unknown]

const isCarried = (query: unknown): query is CarriedQuery => Array.isArray(query) && Array.isArray(query[0]) && typeof query[1] === 'number'

/**
 * Returns the data of a page's queries as JSON for a script element of its HTML. Queries that failed are read again by the browser.
 */
export function carryQueries(queryClient: QueryClient): string {
  const queries = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.status === 'success' })
    .map(({ queryKey, state }): CarriedQuery => [queryKey, state.dataUpdatedAt, state.data])
  // A text with the end of a script would end the element.
  return JSON.stringify(queries).replaceAll('<', '\\u003c')
}

export function takeQueries(queryClient: QueryClient, json: string): void {
  const queries = JSON.parse(json)
  if (!Array.isArray(queries)) return
  for (const [key, updatedAt, data] of queries.filter(isCarried)) queryClient.setQueryData(key, data, { updatedAt })
}
