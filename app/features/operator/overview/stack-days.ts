import type { OperatorOverview } from '#app/contract/operator/operator.ts'
import { type Kind, kinds } from '#app/contract/base/values.ts'

type Span = Pick<OperatorOverview, 'from' | 'to'>

const dayMs = 24 * 60 * 60 * 1000

/** Returns all days of the overview. */
const daysOf = ({ from, to }: Span) =>
  Array.from({ length: Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1 }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  )

/** Returns the revenue of every day in the most used currency, in its smallest unit. */
export function revenueColumns(overview: Span & Pick<OperatorOverview, 'revenue' | 'revenue_days'>): { date: string; amount: number }[] {
  const currency = overview.revenue[0]?.currency
  const amountOf = new Map(overview.revenue_days.filter((one) => one.currency === currency).map(({ date, amount }) => [date, amount]))
  return daysOf(overview).map((date) => ({ date, amount: amountOf.get(date) ?? 0 }))
}

/** Returns the runs of every day by kind, and the kinds that occur. */
export function stackDays({ from, to, days }: Span & Pick<OperatorOverview, 'days'>): {
  columns: { date: string; parts: { kind: Kind; runs: number }[] }[]
  used: Kind[]
} {
  const runsOf = new Map(days.map(({ date, type, runs }) => [`${date} ${type}`, runs]))
  const columns = daysOf({ from, to }).map((date) => ({
    date,
    parts: kinds.flatMap((kind) => {
      const runs = runsOf.get(`${date} ${kind}`) ?? 0
      return runs > 0 ? [{ kind, runs }] : []
    }),
  }))
  return { columns, used: kinds.filter((kind) => days.some(({ type }) => type === kind)) }
}
