import { type Bucket, maxStatisticsDays } from '#app/contract/base/periods.ts'
import { defaultRange, isoDate, type StatisticsSearch } from './statistics-search.ts'

const dayMs = 24 * 60 * 60 * 1000

export type PeriodQuery = { days?: string; from?: string; to?: string; bucket: Bucket }

/** Returns the problem with the chosen days; null if they are valid or absent. */
export function spanProblem({ from, to }: Pick<StatisticsSearch, 'from' | 'to'>): 'reversed' | 'too_long' | null {
  if (from === undefined || to === undefined) return null
  if (from > to) return 'reversed'
  return daysOf(from, to) > maxStatisticsDays ? 'too_long' : null
}

const daysOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** Returns the query for the API: whole days in the person's time zone. The API determines the last day. */
export function periodOf(search: StatisticsSearch): PeriodQuery {
  const { range, from, to, by } = search
  const isSpan = from !== undefined && to !== undefined && spanProblem(search) === null
  const days = isSpan ? daysOf(from, to) : (range ?? defaultRange)
  // Limits the number of bars to what can be distinguished.
  const bucket = by ?? (days <= 92 ? 'day' : days <= 200 ? 'week' : 'month')
  return isSpan ? { from, to, bucket } : { days: `${days}`, bucket }
}

/** Returns the first day of every day, week or month that overlaps the period. */
export function bucketsOf({ from, to, bucket }: { from: string; to: string; bucket: Bucket }): string[] {
  const dates: string[] = []
  for (let date = startOf(from, bucket); date <= to; date = nextOf(date, bucket)) dates.push(date)
  return dates
}

function startOf(date: string, bucket: Bucket): string {
  if (bucket === 'month') return `${date.slice(0, 7)}-01`
  return bucket === 'week' ? isoDate(Date.parse(date) - weekdayOf(date) * dayMs) : date
}

function nextOf(date: string, bucket: Bucket): string {
  if (bucket !== 'month') return isoDate(Date.parse(date) + (bucket === 'week' ? 7 : 1) * dayMs)
  const first = new Date(date)
  first.setUTCMonth(first.getUTCMonth() + 1)
  return first.toISOString().slice(0, 10)
}

/** Returns the weekday; Monday is 0. */
export const weekdayOf = (date: string) => (new Date(date).getUTCDay() + 6) % 7

/** Returns every date of the weeks that overlap the year up to `to`, from Monday to `to`. */
export function yearOf(to: string): string[] {
  const from = startOf(isoDate(Date.parse(to) - 364 * dayMs), 'week')
  return bucketsOf({ from, to, bucket: 'day' })
}
