import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { latestRunsQuery, type RunsFilter, runsQuery } from '../base/operator.queries.ts'

/** Runs of all people. The newest ones are refreshed every few seconds while they are listed first and the browser tab is visible. */
export function useLiveRuns(filter: RunsFilter) {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery({ ...runsQuery(filter), placeholderData: keepPreviousData })
  const isNewestFirst = (filter.sort ?? 'time') === 'time' && filter.order !== 'asc'
  const isSettled = list.isSuccess && !list.isPlaceholderData && !list.isFetchingNextPage
  useQuery({ ...latestRunsQuery(filter, queryClient), enabled: isNewestFirst && isSettled })
  return { list, runs: list.data?.pages.flatMap(({ items }) => items) }
}
