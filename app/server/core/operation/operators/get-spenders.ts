import { sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { overviewQuerySchema } from '#app/contract/operator/operator.ts'
import type { Spenders } from '#app/contract/operator/spenders.ts'
import type { Currency } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { overviewDays } from './overview-days.ts'

/** People in the answer. */
const mostPeople = 10

type Answer = {
  people: (Omit<Spenders['people'][number], 'cost'> & { cost_micros: number | null })[] | null
  accounts: Spenders['accounts']
  test_revenue: { currency: Currency; amount: number }[] | null
}

/**
 * Returns who spent most within the days and how many accounts ever ran and paid. Costs come from sums of days: a person's tokens of each
 * model, at what a token of this model cost on average, so no run is read.
 */
export async function getSpenders(db: Database, query: v.InferOutput<typeof overviewQuerySchema>, now = new Date()): Promise<Spenders> {
  const { from, to } = overviewDays(query, now)
  const { rows } = await db.execute<Answer>(sql`
    with model_costs as (
      select model, sum(cost_micros) / nullif(sum(costed_milli), 0) as of_milli,
        sum(cost_micros) / nullif(sum(costed_runs), 0) as of_run
      from run_days where day between ${from}::date and ${to}::date and costed_runs > 0 group by model
    ),
    used as (
      select user_id, model, sum(runs) as runs, sum(milli) as milli, coalesce(sum(runs) filter (where status = 'succeeded'), 0) as succeeded
      from generation_days where day between ${from}::date and ${to}::date group by user_id, model
    ),
    spenders as (
      select user_id, sum(runs) as runs, sum(milli) as milli,
        sum(case when milli > 0 then coalesce(milli * of_milli, succeeded * of_run) else succeeded * of_run end) as cost_micros
      from used left join model_costs using (model) group by user_id
    ),
    people as (
      select id, email, runs::int as runs, round(milli / 1000)::float8 as tokens, cost_micros::float8 as cost_micros
      from (select * from spenders order by milli desc, runs desc, user_id limit ${mostPeople * 2}) most
      join users on id = user_id where erased_at is null order by milli desc, runs desc, id limit ${mostPeople}
    ),
    payers as (select user_id, bool_or(provider <> 'test') as really from payments where amount > refunded group by user_id),
    test_revenue as (
      select currency, sum(amount - refunded)::float8 as amount from payments
      where provider = 'test' and created_at >= (${from}::date)::timestamp at time zone 'UTC'
        and created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
      group by currency having sum(amount - refunded) > 0 order by count(*) desc, currency
    )
    select
      (select json_agg(people) from people) as people,
      (select json_build_object(
        'total', count(*)::int,
        'never_ran', (count(*) filter (where last_day is null))::int,
        'paying', (count(*) filter (where really))::int,
        'test_only', (count(*) filter (where not really))::int
      ) from users left join token_accounts account on account.user_id = id left join payers on payers.user_id = id
        where erased_at is null) as accounts,
      (select json_agg(test_revenue) from test_revenue) as test_revenue`)
  const [answer] = rows
  if (!answer) throw new Error('The list of spenders returned no row.')
  return {
    people: (answer.people ?? []).map(({ cost_micros: micros, ...person }) => ({
      ...person,
      cost: micros === null ? null : micros / 1_000_000,
    })),
    accounts: answer.accounts,
    test_revenue: answer.test_revenue ?? [],
  }
}
