import type { QueryClient } from '@tanstack/react-query'
import type { Generation } from '#app/contract/runs/generations.ts'
import { generationQuery } from '#app/shell/data/generations.queries.ts'

/** Live events keep each run up to date in its own cache entry, which may be newer than the response that lists several. */
export function followRuns(queryClient: QueryClient, runs: readonly Generation[]): void {
  for (const run of runs) queryClient.setQueryData(generationQuery(run.id).queryKey, (known) => known ?? run)
}
