import { sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Kind } from '#app/contract/common.ts'
import type { Statistics, statisticsQuerySchema } from '#app/contract/tokens.ts'
import type { Database } from '../../db/database.ts'
import { Problem } from '../problem.ts'

export type GetStatisticsOptions = { userId: string; query: v.InferOutput<typeof statisticsQuerySchema>; now?: Date }

type Row = {
  date: string | null
  type: Kind
  generations: number
  succeeded: number
  failed: number
  canceled: number
  tokens: number
  wait: number | null
}

const dayMs = 24 * 60 * 60 * 1000
const maxDays = 366
const defaultDays = 30
const isoDate = (date: Date) => date.toISOString().slice(0, 10)

/** What a person made and spent, for each kind: in all and for each day (UTC) from `from` to `to`, both included. */
export async function getStatistics(db: Database, { userId, query, now = new Date() }: GetStatisticsOptions): Promise<Statistics> {
  const to = query.to ?? isoDate(now)
  const from = query.from ?? isoDate(new Date(Date.parse(to) - (defaultDays - 1) * dayMs))
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1) throw new Problem('invalid_input', { fields: { from: 'too_large' } })
  if (days > maxDays) throw new Problem('invalid_input', { fields: { from: 'too_small' } })

  const { rows } = await db.execute<Row>(sql`
    select
      to_char((created_at at time zone 'UTC')::date, 'YYYY-MM-DD') as date, type,
      count(*)::int as generations,
      (count(*) filter (where status = 'succeeded'))::int as succeeded,
      (count(*) filter (where status = 'failed'))::int as failed,
      (count(*) filter (where status = 'canceled'))::int as canceled,
      coalesce(sum(charged), 0)::int as tokens,
      (percentile_cont(0.5) within group (order by extract(epoch from finished_at - created_at) * 1000) filter (where status = 'succeeded'))::float8 as wait
    from generations
    where user_id = ${userId}
      and created_at >= (${from}::date)::timestamp at time zone 'UTC'
      and created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
    group by grouping sets (((created_at at time zone 'UTC')::date, type), (type))
    order by date, type`)

  const numbers = ({ type, generations, succeeded, failed, canceled, tokens, wait }: Row) => ({
    type,
    generations,
    succeeded,
    failed,
    canceled,
    tokens,
    wait_p50_ms: wait === null ? null : Math.round(wait),
  })
  return {
    from,
    to,
    totals: rows.filter(({ date }) => date === null).map(numbers),
    days: rows.flatMap((row) => (row.date === null ? [] : [{ date: row.date, ...numbers(row) }])),
  }
}
