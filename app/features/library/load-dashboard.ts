import type { QueryClient } from '@tanstack/react-query'
import { generationsInfiniteQuery, modelsQuery } from '#app/shell/generations.queries.ts'
import { libraryFilter, type LibrarySearch } from './library-search.ts'

/** Everything that was made; the quick start reads from it which kind was used last. */
export const everything = generationsInfiniteQuery(libraryFilter({}))

export async function loadDashboard(queryClient: QueryClient, search: LibrarySearch) {
  await Promise.all([
    queryClient.ensureQueryData(modelsQuery()),
    queryClient.ensureInfiniteQueryData(everything),
    queryClient.ensureInfiniteQueryData(generationsInfiniteQuery({ status: 'active' })),
    queryClient.ensureInfiniteQueryData(generationsInfiniteQuery(libraryFilter(search))),
  ])
}
