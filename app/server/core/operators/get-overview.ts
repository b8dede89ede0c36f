import { sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { OperatorOverview, overviewQuerySchema } from '#app/contract/operator.ts'
import type { Currency, Locale } from '#config'
import type { Database } from '../../db/database.ts'
import type { Providers } from '../../providers/providers.ts'
import { Problem } from '../problem.ts'
import { readModelNames } from './model-names.ts'

export type GetOverviewOptions = {
  providers: Providers
  locale: Locale
  query: v.InferOutput<typeof overviewQuerySchema>
  now?: Date
}

const dayMs = 24 * 60 * 60 * 1000
const defaultDays = 30
/** The longest span, in days. */
const maxDays = 366
const maxModels = 12

type Days = OperatorOverview['days']
type Answer = {
  people: OperatorOverview['people']
  days: Days | null
  models: Omit<OperatorOverview['models'][number], 'name'>[] | null
  failures: OperatorOverview['failures'] | null
  revenue: { currency: Currency; amount: number }[] | null
  tokens: OperatorOverview['tokens']
  queue: { waiting: number; running: number; oldest: string | null }
}

/** Returns the figures of all people from `from` to `to`, inclusive, in days of UTC, and the state of the queue and the ledger now. */
export async function getOverview(
  db: Database,
  { providers, locale, query, now = new Date() }: GetOverviewOptions,
): Promise<OperatorOverview> {
  const to = query.to ?? now.toISOString().slice(0, 10)
  const from = query.from ?? new Date(Date.parse(to) - (defaultDays - 1) * dayMs).toISOString().slice(0, 10)
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1) throw new Problem('invalid_input', { fields: { from: 'too_large' } })
  if (days > maxDays) throw new Problem('invalid_input', { fields: { from: 'too_small' } })

  const within = (column: 'created_at' | 'finished_at') =>
    sql`${sql.raw(column)} >= (${from}::date)::timestamp at time zone 'UTC' and ${sql.raw(column)} < (${to}::date + 1)::timestamp at time zone 'UTC'`
  const counts = sql`sum(runs)::int as runs,
    coalesce(sum(runs) filter (where status = 'succeeded'), 0)::int as succeeded,
    coalesce(sum(runs) filter (where status = 'failed'), 0)::int as failed,
    coalesce(sum(runs) filter (where status = 'canceled'), 0)::int as canceled,
    coalesce(sum(charged), 0)::float8 as tokens`
  const { rows } = await db.execute<Answer>(sql`
    with ended as materialized (
      select (finished_at at time zone 'UTC')::date as date, type, model, status, error_code, count(*) as runs, sum(charged) as charged
      from generations where ${within('finished_at')} group by 1, 2, 3, 4, 5
    ),
    days as (select date::text, type, ${counts} from ended group by date, type order by date, type),
    models as (select model as id, type, ${counts} from ended group by model, type order by sum(runs) desc, model limit ${maxModels}),
    failures as (select error_code as code, sum(runs)::int as runs from ended where status = 'failed' and error_code is not null group by error_code order by sum(runs) desc),
    revenue as (
      select currency, sum(amount - refunded)::float8 as amount from payments
      where provider <> 'test' and ${within('created_at')} group by currency order by count(*) desc, currency
    )
    select
      json_build_object(
        'total', (select count(*)::int from users where erased_at is null),
        'joined', (select count(*)::int from users where erased_at is null and ${within('created_at')}),
        'active', (select count(*)::int from (select 1 from generations where ${within('finished_at')} group by user_id) active),
        'blocked', (select count(*)::int from users where erased_at is null and blocked_at is not null)
      ) as people,
      (select json_agg(days) from days) as days,
      (select json_agg(models) from models) as models,
      (select json_agg(failures) from failures) as failures,
      (select json_agg(revenue) from revenue) as revenue,
      (select json_build_object(
        'available', coalesce(sum(available), 0)::float8, 'held', coalesce(sum(held), 0)::float8, 'debt', coalesce(sum(debt), 0)::float8
      ) from token_accounts) as tokens,
      (select json_build_object(
        'waiting', (count(*) filter (where status = 'queued'))::int,
        'running', (count(*) filter (where status = 'running'))::int,
        'oldest', min(created_at) filter (where status = 'queued')
      ) from generations where status in ('queued', 'running')) as queue`)
  const [answer] = rows
  if (!answer) throw new Error('The overview returned no row.')
  const nameOf = await readModelNames(providers, locale)
  return {
    from,
    to,
    people: answer.people,
    days: answer.days ?? [],
    models: (answer.models ?? []).map((model) => ({ ...model, name: nameOf(model.id) })),
    failures: answer.failures ?? [],
    revenue: answer.revenue ?? [],
    tokens: answer.tokens,
    queue: {
      waiting: answer.queue.waiting,
      running: answer.queue.running,
      oldest_waiting_at: answer.queue.oldest && new Date(answer.queue.oldest).toISOString(),
    },
  }
}
