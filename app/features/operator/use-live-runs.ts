import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { latestRunsQuery, type RunsFilter, runsQuery } from './operator.queries.ts'

/** Runs of all people, newest first. The first page is refreshed every few seconds while the browser tab is visible. */
export function useLiveRuns(filter: RunsFilter) {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery({ ...runsQuery(filter), placeholderData: keepPreviousData })
  useQuery({ ...latestRunsQuery(filter, queryClient), enabled: list.isSuccess && !list.isPlaceholderData && !list.isFetchingNextPage })
  return { list, runs: list.data?.pages.flatMap(({ items }) => items) }
}
