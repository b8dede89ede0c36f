import { type Kind, kinds } from '#app/contract/common.ts'
import type { Statistics } from '#app/contract/tokens.ts'
import { datesOf } from './period.ts'

export type Totals = {
  runs: number
  tokens: number
  /** Of the runs that came to an end by themselves; null without any. A canceled run is neither a success nor a failure. */
  successRate: number | null
}

export type KindSeries = Totals & {
  kind: Kind
  waitMs: number | null
  days: { date: string; runs: number; tokens: number }[]
  /** Where the tallest bar stands; the latest of equals. */
  peak: number
}

type Counted = { generations: number; succeeded: number; failed: number; tokens: number }

export function totalsOf(rows: readonly Counted[]): Totals {
  const sum = (read: (row: Counted) => number) => rows.reduce((total, row) => total + read(row), 0)
  const ended = sum((row) => row.succeeded + row.failed)
  return {
    runs: sum((row) => row.generations),
    tokens: sum((row) => row.tokens),
    successRate: ended === 0 ? null : sum((row) => row.succeeded) / ended,
  }
}

/** One series for each kind that was used, with a value for every day of the period. */
export function seriesOf({ from, to, totals, days }: Statistics): KindSeries[] {
  const dates = datesOf({ from, to })
  return kinds.flatMap((kind) => {
    const rows = totals.filter(({ type, generations }) => type === kind && generations > 0)
    if (rows.length === 0) return []
    const byDate = new Map(days.filter(({ type }) => type === kind).map((row) => [row.date, row]))
    const series = dates.map((date) => ({ date, runs: byDate.get(date)?.generations ?? 0, tokens: byDate.get(date)?.tokens ?? 0 }))
    const peak = series.reduce((best, { runs }, index) => (runs >= (series[best]?.runs ?? 0) ? index : best), 0)
    return [{ kind, ...totalsOf(rows), waitMs: rows[0]?.wait_p50_ms ?? null, days: series, peak }]
  })
}
