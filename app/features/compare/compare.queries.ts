import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { comparedModels, type CreateComparison } from '#app/contract/runs/comparisons.ts'
import { promptMaxLength } from '#app/contract/base/values.ts'
import { quoteKey } from '#app/shell/data/generations.queries.ts'
import { getComparison, listComparisons, quoteComparison, readStandings } from './compare.functions.ts'

const minute = 60_000

export const comparisonKeys = {
  lists: ['comparisons', 'list'] as const,
  detail: (id: string) => ['comparisons', 'detail', id] as const,
  standings: ['comparisons', 'standings'] as const,
}

export const comparisonQuery = (id: string) =>
  queryOptions({
    queryKey: comparisonKeys.detail(id),
    queryFn: async () => unwrap(await getComparison({ data: { id } })),
    staleTime: minute,
  })

/** Newest first. */
export const comparisonsInfiniteQuery = infiniteQueryOptions({
  queryKey: comparisonKeys.lists,
  queryFn: async ({ pageParam }) => unwrap(await listComparisons({ data: { limit: '12', cursor: pageParam || undefined } })),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
  staleTime: minute,
})

export const standingsQuery = queryOptions({
  queryKey: comparisonKeys.standings,
  queryFn: async () => unwrap(await readStandings()),
  staleTime: minute,
})

export type SharedSettings = Required<Pick<CreateComparison, 'options' | 'inputs'>>

export const comparisonQuoteQuery = (prompt: string, models: string[], shared: SharedSettings) =>
  queryOptions({
    queryKey: [...quoteKey, 'comparison', prompt, models, shared],
    queryFn: async () => unwrap(await quoteComparison({ data: { prompt: prompt.trim().slice(0, promptMaxLength), models, ...shared } })),
    enabled: models.length >= comparedModels.min,
    placeholderData: keepPreviousData,
    staleTime: minute,
  })
