import { type Kind, kinds } from '#app/contract/base/values.ts'
import { milliPerToken } from '#app/contract/money/milli.ts'
import type { Statistics } from '#app/contract/library/statistics.ts'
import { bucketsOf } from './period.ts'
import type { Measure } from './statistics-search.ts'

type Counted = { generations: number; succeeded: number; failed: number; tokens_milli: number }

export type Totals = {
  runs: number
  /** The exact cost; whole from 100 tokens on. */
  tokens: number
  /** Share of runs that ended by themselves and succeeded; null without any. Canceled runs do not count. */
  successRate: number | null
}
/** Milliseconds; null without a success. */
export type Waits = { waitMs: number | null; slowMs: number | null }

/** A day, a week or a month. */
export type Point = Totals & Waits & { date: string }
export type KindSeries = Totals & Waits & { kind: Kind; points: Point[] }

/** Tokens of so many thousandths, without a fraction that nobody would read. */
const legibleTokens = (milli: number) => (milli < 100 * milliPerToken ? milli / milliPerToken : Math.round(milli / milliPerToken))

export function totalsOf(rows: readonly Counted[]): Totals {
  const sum = (read: (row: Counted) => number) => rows.reduce((total, row) => total + read(row), 0)
  const ended = sum((row) => row.succeeded + row.failed)
  return {
    runs: sum((row) => row.generations),
    tokens: legibleTokens(sum((row) => row.tokens_milli)),
    successRate: ended === 0 ? null : sum((row) => row.succeeded) / ended,
  }
}

const waitsOf = (row: Statistics['totals'][number] | undefined): Waits => ({
  waitMs: row?.wait_p50_ms ?? null,
  slowMs: row?.wait_p95_ms ?? null,
})

/** Returns a series per used kind, with a point for every day, week or month of the period. */
export function seriesOf({ from, to, bucket, totals, days }: Statistics): KindSeries[] {
  const dates = bucketsOf({ from, to, bucket })
  return kinds.flatMap((kind) => {
    const total = totals.find(({ type }) => type === kind)
    if (!total) return []
    const byDate = new Map(days.filter(({ type }) => type === kind).map((row) => [row.date, row]))
    const points = dates.map((date) => {
      const row = byDate.get(date)
      return { date, ...totalsOf(row ? [row] : []), ...waitsOf(row) }
    })
    return [{ kind, ...totalsOf([total]), ...waitsOf(total), points }]
  })
}

/** Returns the height of a point and, for waits, that of its slowest runs; null without a value. */
export function valueOf(point: Point, measure: Measure): { value: number | null; beyond: number | null } {
  if (measure === 'wait') return { value: point.waitMs, beyond: point.slowMs }
  const value = { runs: point.runs, tokens: point.tokens, success: point.successRate }[measure]
  return { value, beyond: null }
}

/** Returns the relative change; null without a previous value or without a change. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 || now === before ? null : now / before - 1
}

/** Returns a level from 0 for nothing to 4 for the maximum. */
export function levelOf(value: number, most: number): 0 | 1 | 2 | 3 | 4 {
  if (value <= 0 || most <= 0) return 0
  const share = value / most
  return share > 0.75 ? 4 : share > 0.5 ? 3 : share > 0.25 ? 2 : 1
}

/** A bar of all kinds: its parts from bottom to top. */
export type Stack = { date: string; total: number; parts: { kind: Kind; value: number }[] }

/** Returns one bar per date of the runs or tokens of all kinds. */
export function stacksOf(series: readonly KindSeries[], measure: 'runs' | 'tokens'): Stack[] {
  const dates = series[0]?.points ?? []
  return dates.map(({ date }, index) => {
    const parts = series.map(({ kind, points }) => ({ kind, value: points[index]?.[measure] ?? 0 }))
    return { date, total: parts.reduce((sum, { value }) => sum + value, 0), parts }
  })
}
