import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { MakeProgress } from '#app/contract/films/film-event.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { stayMs } from './ended-runs.ts'

/** Several parts of a film that were started together; they are one entry, and one notification. */
export type Make = MakeProgress & {
  id: string
  film: string
  title: string
  /** When the last part ended while the page was open; null before. */
  endedAt: number | null
}

/** Stored with the person's data, so that both are removed together. Never fetched. */
export const makesQuery = queryOptions<Make[]>({
  queryKey: ['tray', 'makes'],
  queryFn: () => [],
  enabled: false,
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The make of a run; undefined for a run that was started alone. */
export function makeOf({ film }: Generation): Make | undefined {
  if (!film?.make || !film.progress || film.progress.runs < 2) return undefined
  return { ...film.progress, id: film.make, film: film.id, title: film.title ?? '', endedAt: null }
}

export const hasEnded = ({ ended, runs }: Make) => ended >= runs
export const readyOf = ({ ended, failed, canceled }: Make) => ended - failed - canceled
/** Whether nothing but cancels has come of it, which is no news to the person. */
const isCanceled = ({ canceled, runs }: Make) => canceled >= runs

/** Adds what a run says about its make. Runs are read one by one, so that an older state may come later; it changes nothing. */
export function addMake(makes: Make[], make: Make, now: number): Make[] {
  const known = makes.find(({ id }) => id === make.id)
  // One that has ended before the page was opened is no news.
  if (known ? known.ended >= make.ended : hasEnded(make)) return makes
  const others = makes.filter(({ id }) => id !== make.id)
  return isCanceled(make) ? others : [{ ...make, endedAt: hasEnded(make) ? now : null }, ...others]
}

/** Returns the makes that are still to be shown; the same array if none has expired. One with failed parts stays until it is dismissed. */
export function makesStillShown(makes: Make[], now: number): Make[] {
  const left = makes.filter(({ endedAt, failed }) => endedAt === null || failed > 0 || now - endedAt < stayMs)
  return left.length === makes.length ? makes : left
}

export function changeMakes(queryClient: QueryClient, change: (makes: Make[]) => Make[]): void {
  queryClient.setQueryData(makesQuery.queryKey, (makes = []) => change(makes))
}
