import type { OverviewSearch } from '../base/operator-search.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The API refuses more. */
const maxDays = 366
export const defaultSpan = 30

/** Returns the problem with the chosen days; null if they are valid or incomplete. */
export function spanProblem({ from, to }: Pick<OverviewSearch, 'from' | 'to'>): 'reversed' | 'too_long' | null {
  if (from === undefined || to === undefined) return null
  if (from > to) return 'reversed'
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1 > maxDays ? 'too_long' : null
}

/** Returns the days for the API, in UTC: the chosen ones if they are valid, otherwise the latest. */
export function daysOf({ span = defaultSpan, from, to }: OverviewSearch, now = Date.now()): { from: string; to?: string } {
  if (from !== undefined && to !== undefined && spanProblem({ from, to }) === null) return { from, to }
  return { from: new Date(now - (span - 1) * dayMs).toISOString().slice(0, 10) }
}
