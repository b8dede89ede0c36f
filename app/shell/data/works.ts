import { type InfiniteData, keepPreviousData, useInfiniteQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { GenerationPage } from '#app/contract/runs/generations.ts'
import { type GenerationFilter, generationsInfiniteQuery } from './generations.queries.ts'
import { useServerData } from './query-data.ts'

type Pages = InfiniteData<GenerationPage>

/** A list of works, and what reads more of it. */
type Works<Data> = {
  data: Data
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  /** Whether the works are those of the filter before, until the list is read. */
  isPlaceholderData: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

/** Returns a list, and the one before while a changed filter is read. */
export const useWorks: (filter: GenerationFilter) => Works<Pages | undefined> = import.meta.env.SSR
  ? (filter) => useServerWorks(filter) ?? useObservedWorks(filter)
  : useObservedWorks

/** Returns a list; suspends until it is read. */
export const useSuspenseWorks: (filter: GenerationFilter) => Omit<Works<Pages>, 'isPlaceholderData'> = import.meta.env.SSR
  ? (filter) => useServerWorks(filter) ?? useAwaitedWorks(filter)
  : useAwaitedWorks

function useObservedWorks(filter: GenerationFilter) {
  return useInfiniteQuery({ ...generationsInfiniteQuery(filter), placeholderData: keepPreviousData })
}

function useAwaitedWorks(filter: GenerationFilter) {
  return useSuspenseInfiniteQuery(generationsInfiniteQuery(filter))
}

/** The list that the loader of a page has read; the server needs no observer, see `query-data.ts`. */
function useServerWorks(filter: GenerationFilter): Works<Pages> | undefined {
  const data = useServerData(generationsInfiniteQuery(filter))
  if (!data) return undefined
  const nothing = () => undefined
  return {
    data,
    error: null,
    hasNextPage: data.pages.at(-1)?.next_cursor != null,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    isPlaceholderData: false,
    fetchNextPage: nothing,
    refetch: nothing,
  }
}
