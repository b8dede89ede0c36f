import { sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { OperatorOverview, overviewQuerySchema } from '#app/contract/operator/operator.ts'
import { milliPerToken } from '#app/contract/money/milli.ts'
import type { Currency, Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { readModelNames } from './model-names.ts'
import { overviewDays } from './overview-days.ts'

export type GetOverviewOptions = {
  providers: Providers
  locale: Locale
  /** Dollars for a token (`lowestTokenValue`). */
  tokenValue: number | null
  query: v.InferOutput<typeof overviewQuerySchema>
  now?: Date
}

type Days = OperatorOverview['days']
type Model = OperatorOverview['models'][number]
type Answer = {
  people: OperatorOverview['people']
  days: Days | null
  models: (Omit<Model, 'name' | 'cost' | 'value' | 'margin'> & { milli: number; costed_milli: number; cost_micros: number })[] | null
  failures: OperatorOverview['failures'] | null
  revenue: { currency: Currency; amount: number }[] | null
  revenue_days: OperatorOverview['revenue_days'] | null
  tokens: OperatorOverview['tokens']
  queue: { waiting: number; running: number; oldest: string | null }
}

/** Returns the figures of all people from `from` to `to`, inclusive, in days of UTC, from sums of days, and the state of the queue and the ledger now. */
export async function getOverview(
  db: Database,
  { providers, locale, tokenValue, query, now = new Date() }: GetOverviewOptions,
): Promise<OperatorOverview> {
  const { from, to } = overviewDays(query, now)
  const within = sql`created_at >= (${from}::date)::timestamp at time zone 'UTC' and created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`
  const counts = sql`sum(runs)::int as runs,
    coalesce(sum(runs) filter (where status = 'succeeded'), 0)::int as succeeded,
    coalesce(sum(runs) filter (where status = 'failed'), 0)::int as failed,
    coalesce(sum(runs) filter (where status = 'canceled'), 0)::int as canceled,
    coalesce(sum(tokens), 0)::float8 as tokens`
  const { rows } = await db.execute<Answer>(sql`
    with ended as materialized (
      select day as date, type, model, status, failure, runs, tokens, milli, costed_runs, costed_milli, cost_micros
      from run_days where day between ${from}::date and ${to}::date
    ),
    days as (select date::text, type, ${counts} from ended group by date, type order by date, type),
    models as (
      select model as id, type, ${counts}, sum(milli)::float8 as milli, sum(costed_runs)::int as costed_runs,
        sum(costed_milli)::float8 as costed_milli, sum(cost_micros)::float8 as cost_micros
      from ended group by model, type order by sum(runs) desc, model
    ),
    failures as (select failure as code, sum(runs)::int as runs from ended where status = 'failed' and failure <> '' group by failure order by sum(runs) desc),
    received as materialized (
      select (created_at at time zone 'UTC')::date as date, currency, count(*) as payments, sum(amount - refunded) as amount
      from payments where provider <> 'test' and ${within} group by 1, 2
    ),
    revenue as (select currency, sum(amount)::float8 as amount from received group by currency order by sum(payments) desc, currency),
    revenue_days as (select date::text, currency, amount::float8 from received order by date, currency)
    select
      json_build_object(
        'total', (select count(*)::int from users where erased_at is null),
        'joined', (select count(*)::int from users where erased_at is null and ${within}),
        -- Most people's last day is within the span; of those who were active later, the days are searched.
        'active', (select count(*)::int from token_accounts where last_day between ${from}::date and ${to}::date)
          + (select count(*)::int from token_accounts account where last_day > ${to}::date
            and exists (select from generation_days run where run.user_id = account.user_id and run.day between ${from}::date and ${to}::date)),
        'blocked', (select count(*)::int from users where erased_at is null and blocked_at is not null)
      ) as people,
      (select json_agg(days) from days) as days,
      (select json_agg(models) from models) as models,
      (select json_agg(failures) from failures) as failures,
      (select json_agg(revenue) from revenue) as revenue,
      (select json_agg(revenue_days) from revenue_days) as revenue_days,
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
    models: (answer.models ?? []).map(({ milli, costed_milli: costedMilli, cost_micros: costMicros, ...model }) => {
      const cost = model.costed_runs > 0 ? costMicros / 1_000_000 : null
      const valueOf = (charged: number) => (tokenValue === null ? null : (charged / milliPerToken) * tokenValue)
      const costedValue = valueOf(costedMilli)
      const margin = cost === null || costedValue === null ? null : costedValue - cost
      return { ...model, name: nameOf(model.id), cost, value: valueOf(milli), margin }
    }),
    token_value: tokenValue,
    failures: answer.failures ?? [],
    revenue: answer.revenue ?? [],
    revenue_days: answer.revenue_days ?? [],
    tokens: answer.tokens,
    queue: {
      waiting: answer.queue.waiting,
      running: answer.queue.running,
      oldest_waiting_at: answer.queue.oldest && new Date(answer.queue.oldest).toISOString(),
    },
  }
}
