import type { Forecast } from '#app/contract/money/tokens.ts'

export const paceDays = 14
/** Fewest days of use that allow a forecast. */
const fewestDays = 3
const fewestRuns = 3
const dayMs = 24 * 60 * 60 * 1000

export type Pace = {
  /** Tokens charged within the last `paceDays` days; `runs` is the number of runs. */
  spent: number
  runs: number
  /** Days since the first of these runs; null if runs were charged before them. */
  daysSinceFirst: number | null
}

/** Lots in the order of spending. */
type Lots = readonly { remaining: number; expiresAt: Date | null }[]

/** Forecasts how long the lots last; each is spent until it is empty or expires. Null without a pace. */
export function forecastOf(lots: Lots, { spent, runs, daysSinceFirst }: Pace, now: Date): Forecast {
  const days = daysSinceFirst === null ? paceDays : Math.min(paceDays, Math.ceil(daysSinceFirst))
  if (days < fewestDays || runs < fewestRuns || spent === 0) return { spent, days, days_left: null, unspent: 0 }
  const pace = spent / days
  let day = 0
  let unspent = 0
  for (const { remaining, expiresAt } of lots) {
    const ends = expiresAt === null ? Number.POSITIVE_INFINITY : (expiresAt.getTime() - now.getTime()) / dayMs
    const used = Math.min(remaining, Math.max(0, ends - day) * pace)
    day += used / pace
    unspent += remaining - used
  }
  return { spent, days, days_left: day, unspent: Math.floor(unspent) }
}
