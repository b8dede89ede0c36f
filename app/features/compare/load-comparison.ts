import type { QueryClient } from '@tanstack/react-query'
import { type Kind, kinds } from '#app/contract/base/values.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { followRuns } from '#app/shell/live/follow-runs.ts'
import { comparisonQuery, comparisonsInfiniteQuery, standingsQuery } from './compare.queries.ts'

/** The kind of a new comparison, or undefined for the id of an existing one. */
export const kindOfNew = (compare: string): Kind | undefined => kinds.find((kind) => kind === compare)

/** Loads the form and earlier comparisons, or one comparison. */
export async function loadComparison(queryClient: QueryClient, compare: string) {
  const models = queryClient.ensureQueryData(modelsQuery())
  if (kindOfNew(compare)) {
    await Promise.all([models, queryClient.ensureInfiniteQueryData(comparisonsInfiniteQuery), queryClient.ensureQueryData(standingsQuery)])
    return
  }
  const [{ runs }] = await Promise.all([queryClient.ensureQueryData(comparisonQuery(compare)), models])
  followRuns(queryClient, runs)
}
