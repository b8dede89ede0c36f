import type { QueryClient } from '@tanstack/react-query'
import { generationsInfiniteQuery, modelsQuery } from '#app/shell/generations.queries.ts'
import { collectionsQuery, librarySummaryQuery } from '#app/shell/library.queries.ts'
import { libraryFilter, type PlaceSearch } from './library-search.ts'

/** Everything that was made; the quick start reads from it which kind was used last. */
export const everything = generationsInfiniteQuery(libraryFilter({}))

export async function loadDashboard(queryClient: QueryClient, search: PlaceSearch) {
  const shown = queryClient.prefetchInfiniteQuery(generationsInfiniteQuery(libraryFilter(search)))
  await Promise.all([
    queryClient.ensureQueryData(modelsQuery()),
    queryClient.ensureQueryData(collectionsQuery()),
    queryClient.ensureQueryData(librarySummaryQuery()),
    queryClient.ensureInfiniteQueryData(everything),
    queryClient.ensureInfiniteQueryData(generationsInfiniteQuery({ status: 'active' })),
    // A page that lives follows another filter at once, and shows what was there until the answer comes.
    typeof window === 'undefined' && shown,
  ])
}
