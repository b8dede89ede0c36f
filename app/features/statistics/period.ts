import * as v from 'valibot'
import type { Bucket } from '#app/contract/statistics.ts'
import { buckets } from '#app/contract/statistics.ts'

/** How many days back the page can look at a press, the last one being today. */
export const ranges = [7, 30, 90, 365] as const
export type Range = (typeof ranges)[number]
export const defaultRange: Range = 30

export const measures = ['runs', 'tokens', 'success', 'wait'] as const
export type Measure = (typeof measures)[number]

const optional = <const S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined)
const day = v.pipe(v.string(), v.isoDate())

/** What does not fit is read as no choice. */
export const statisticsSearchSchema = v.object({
  range: optional(v.picklist(ranges)),
  /** Days, both included; in place of a range. */
  from: optional(day),
  to: optional(day),
  by: optional(v.picklist(buckets)),
  show: optional(v.picklist(measures)),
})
export type StatisticsSearch = v.InferOutput<typeof statisticsSearchSchema>

export type PeriodQuery = { days?: string; from?: string; to?: string; bucket: Bucket }

const dayMs = 24 * 60 * 60 * 1000
const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10)

/** What is asked for: whole days where the person is, of which the API knows the last. */
export function periodOf({ range, from, to, by }: StatisticsSearch): PeriodQuery {
  const isSpan = from !== undefined && to !== undefined && from <= to
  const days = isSpan ? (Date.parse(to) - Date.parse(from)) / dayMs + 1 : (range ?? defaultRange)
  // As many bars as can be told apart.
  const bucket = by ?? (days <= 92 ? 'day' : days <= 200 ? 'week' : 'month')
  return isSpan ? { from, to, bucket } : { days: `${days}`, bucket }
}

/** The first day of every day, week or month that has a part in the period. */
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

/** Monday is 0. */
export const weekdayOf = (date: string) => (new Date(date).getUTCDay() + 6) % 7

/** Every date of the weeks that a year up to `to` has a part in, from Monday to `to`. */
export function yearOf(to: string): string[] {
  const from = startOf(isoDate(Date.parse(to) - 364 * dayMs), 'week')
  return bucketsOf({ from, to, bucket: 'day' })
}
