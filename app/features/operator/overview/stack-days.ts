import type { OperatorOverview } from '#app/contract/operator/operator.ts'
import { type Kind, kinds } from '#app/contract/base/values.ts'

/** One day: for each kind with runs, the counts at which its part of the column begins and ends. */
type Column = { date: string; parts: { kind: Kind; from: number; to: number }[] }

const dayMs = 24 * 60 * 60 * 1000

/** Rounds up to 1, 2 or 5 times a power of ten, so that the axis ends at a readable number. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? value
}

/** Returns all days of the overview. */
const daysOf = ({ from, to }: Pick<OperatorOverview, 'from' | 'to'>) =>
  Array.from({ length: Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1 }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  )

/** Returns the revenue of every day in the most used currency, in its smallest unit, and the top of the axis. */
export function revenueColumns(overview: Pick<OperatorOverview, 'from' | 'to' | 'revenue' | 'revenue_days'>): {
  columns: { date: string; amount: number }[]
  top: number
} {
  const currency = overview.revenue[0]?.currency
  const amountOf = new Map(overview.revenue_days.filter((one) => one.currency === currency).map(({ date, amount }) => [date, amount]))
  const columns = daysOf(overview).map((date) => ({ date, amount: amountOf.get(date) ?? 0 }))
  return { columns, top: roundUp(Math.max(1, ...columns.map(({ amount }) => amount))) }
}

/** Returns a column for every day of the overview, the top of the axis, and the kinds that occur. */
export function stackDays({ from, to, days }: Pick<OperatorOverview, 'from' | 'to' | 'days'>): {
  columns: Column[]
  top: number
  used: Kind[]
} {
  const runsOf = new Map(days.map(({ date, type, runs }) => [`${date} ${type}`, runs]))
  const columns = daysOf({ from, to }).map((date): Column => {
    let sum = 0
    const parts = kinds.flatMap((kind) => {
      const runs = runsOf.get(`${date} ${kind}`) ?? 0
      sum += runs
      return runs > 0 ? [{ kind, from: sum - runs, to: sum }] : []
    })
    return { date, parts }
  })
  const highest = Math.max(0, ...columns.map(({ parts }) => parts.at(-1)?.to ?? 0))
  return { columns, top: roundUp(highest), used: kinds.filter((kind) => days.some(({ type }) => type === kind)) }
}
