import { buckets } from '#app/contract/base/periods.ts'
import { day, oneOf, searchParams } from '#app/contract/base/search-params.ts'

/** Returns a date, or the empty string for an invalid time. */
export const isoDate = (time: number) => (Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10))

/** Preset lengths in days, ending today. */
export const ranges = [7, 30, 90, 365] as const
export type Range = (typeof ranges)[number]
export const defaultRange: Range = 30

export const measures = ['runs', 'tokens', 'success', 'wait'] as const
export type Measure = (typeof measures)[number]

/** Invalid values are ignored. */
export const statisticsSearch = searchParams({
  range: oneOf(...ranges),
  /** Both days are inclusive; an alternative to `range`. */
  from: day,
  to: day,
  by: oneOf(...buckets),
  show: oneOf(...measures),
})
export type StatisticsSearch = ReturnType<typeof statisticsSearch>
