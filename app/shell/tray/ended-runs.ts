import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Generation } from '#app/contract/generations.ts'

/** A run that ended while somebody was here. */
export type EndedRun = { run: Generation; at: number }

/** What succeeded is shown this long; what failed stays until it is put away. */
export const stayMs = 30_000
const longest = 8

/** Kept with what was loaded for the person, so that it goes with them. Nothing is fetched. */
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

/** What is still to be seen: the same list when nothing has run out. */
export function stillShown(ended: EndedRun[], now: number): EndedRun[] {
  const left = ended.filter(({ run, at }) => run.status === 'failed' || now - at < stayMs)
  return left.length === ended.length ? ended : left
}

export function changeEnded(queryClient: QueryClient, change: (ended: EndedRun[]) => EndedRun[]) {
  queryClient.setQueryData(endedRunsQuery.queryKey, (ended = []) => change(ended))
}
