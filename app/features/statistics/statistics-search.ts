import * as v from 'valibot'
import { buckets } from '#app/contract/periods.ts'

/** Empty for an invalid time. */
export const isoDate = (time: number) => (Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10))

/** Preset lengths in days, ending today. */
export const ranges = [7, 30, 90, 365] as const
export type Range = (typeof ranges)[number]
export const defaultRange: Range = 30

export const measures = ['runs', 'tokens', 'success', 'wait'] as const
export type Measure = (typeof measures)[number]

const optional = <const S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined)
const day = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((date) => isoDate(Date.parse(date)) === date),
)

/** Invalid values are ignored. */
export const statisticsSearchSchema = v.object({
  range: optional(v.picklist(ranges)),
  /** Both days inclusive; instead of a range. */
  from: optional(day),
  to: optional(day),
  by: optional(v.picklist(buckets)),
  show: optional(v.picklist(measures)),
})
export type StatisticsSearch = v.InferOutput<typeof statisticsSearchSchema>
