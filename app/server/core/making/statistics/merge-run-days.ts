import { sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { runDays } from '#app/server/db/schema/statistics.ts'

/**
 * Merges the shards of past days, to which no run is added any more, so that a year is read from an eighth of the rows. Returns the number
 * of rows that were merged into others.
 */
export async function mergeRunDays(db: Database, { now = new Date() }: { now?: Date } = {}): Promise<number> {
  const { rows } = await db.transaction(async (tx) => {
    // One process at a time, so that two do not delete the same rows in different orders.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('merge run days', 0))`)
    return tx.execute<{ merged: number }>(sql`
    with moved as (
      delete from ${runDays} where day < (${now.toISOString()}::timestamptz at time zone 'UTC')::date - 1 and shard <> 0 returning *
    ),
    added as (
      insert into ${runDays} as d (day, shard, type, model, status, failure, runs, tokens, milli, costed_runs, costed_milli, cost_micros)
      select day, 0, type, model, status, failure, sum(runs), sum(tokens), sum(milli), sum(costed_runs), sum(costed_milli), sum(cost_micros)
      from moved group by day, type, model, status, failure
      on conflict (day, shard, type, model, status, failure) do update set
        runs = d.runs + excluded.runs, tokens = d.tokens + excluded.tokens, milli = d.milli + excluded.milli,
        costed_runs = d.costed_runs + excluded.costed_runs, costed_milli = d.costed_milli + excluded.costed_milli,
        cost_micros = d.cost_micros + excluded.cost_micros
    )
    select count(*)::int as merged from moved`)
  })
  return rows[0]?.merged ?? 0
}
