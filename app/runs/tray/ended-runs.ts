import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Generation } from '#app/contract/runs/generations.ts'

/** A run that ended while the page was open. */
export type EndedRun = { run: Generation; at: number }

/** Milliseconds that a successful run is shown; a failed one stays until it is dismissed. */
export const stayMs = 30_000
const longest = 8

/** Stored with the person's data, so that both are removed together. Never fetched. */
export const endedRunsQuery = queryOptions<EndedRun[]>({
  queryKey: ['tray', 'ended'],
  queryFn: () => [],
  enabled: false,
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export function addEnded(ended: readonly EndedRun[], run: Generation, now: number): EndedRun[] {
  return [{ run, at: now }, ...ended.filter((one) => one.run.id !== run.id)].slice(0, longest)
}

/** Returns the runs that are still to be shown; the same array if none has expired. */
export function stillShown(ended: EndedRun[], now: number): EndedRun[] {
  const left = ended.filter(({ run, at }) => run.status === 'failed' || now - at < stayMs)
  return left.length === ended.length ? ended : left
}

export function changeEnded(queryClient: QueryClient, change: (ended: EndedRun[]) => EndedRun[]) {
  queryClient.setQueryData(endedRunsQuery.queryKey, (ended = []) => change(ended))
}
