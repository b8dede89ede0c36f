import * as v from 'valibot'

/** How many days back the page can look, the last one being today. */
export const ranges = [7, 30, 90] as const
export type Range = (typeof ranges)[number]
export const defaultRange: Range = 30

/** `?range=`; anything else is read as no choice. */
export const rangeSearchSchema = v.object({ range: v.fallback(v.optional(v.picklist(ranges)), undefined) })

const dayMs = 24 * 60 * 60 * 1000
const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Both ends are included; days are UTC, as the API counts them. */
export function periodOf(range: Range, now: Date): { from: string; to: string } {
  return { from: isoDate(now.getTime() - (range - 1) * dayMs), to: isoDate(now.getTime()) }
}

/** Every date from `from` to `to`, both included. */
export function datesOf({ from, to }: { from: string; to: string }): string[] {
  const dates: string[] = []
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) dates.push(isoDate(time))
  return dates
}
