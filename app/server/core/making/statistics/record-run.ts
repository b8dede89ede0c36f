import { sql } from 'drizzle-orm'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import type { GenerationStatus } from '#app/contract/runs/generations.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { generationDays, generationKeyDays, generationWaits } from '#app/server/db/schema/statistics.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { signals } from '#app/server/signals.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'

const waitMs = sql`extract(epoch from g.finished_at - g.created_at)::float8 * 1000`
/** A logarithmic step of waiting time: four per doubling give a precision of 10 %. */
const step = sql`least(floor(4 * ln(greatest(${waitMs}, 1)) / ln(2::float8)), 32767)::smallint`
const day = sql`(g.created_at at time zone a.day_zone)::date`
const own = sql`${generations} g join ${tokenAccounts} a on a.user_id = g.user_id`
const dayColumns = sql`user_id, day, type, model, status, runs, tokens, milli`
const keyColumns = sql`user_id, day, api_key_id, status, runs, tokens, milli`
const waitColumns = sql`user_id, day, type, step, runs`

/** The midpoint of a step in milliseconds. */
export const waitOfStep = (step: number) => Math.round(2 ** ((step + 0.5) / 4))

type EndedRun = {
  type: Kind
  model: string
  status: GenerationStatus
  error_code: GenerationErrorCode | null
  waited: number | null
  ran: number | null
  charged: number
  released: number
}

/**
 * Adds a run to its day. In the same transaction the caller has ended it by a guarded update, with the account locked, so each run is added
 * once. A test of a draft does not count.
 */
export async function recordRun(tx: Transaction, generationId: string): Promise<void> {
  const { rows } = await tx.execute<EndedRun>(sql`
    with run as (
      select g.user_id, ${day} as day, g.type, g.model, g.status, g.api_key_id, ${step} as step, coalesce(g.charged, 0) as tokens,
        coalesce(g.charged_milli, 0) as milli,
        g.error_code, g.price, extract(epoch from g.started_at - g.created_at)::float8 as waited, extract(epoch from g.finished_at - g.started_at)::float8 as ran
      from ${own} where g.id = ${generationId} and not g.trial
    ),
    counted as (
      insert into ${generationDays} as d (${dayColumns})
      select user_id, day, type, model, status, 1, tokens, milli from run
      on conflict (user_id, day, type, model, status) do update set runs = d.runs + 1, tokens = d.tokens + excluded.tokens, milli = d.milli + excluded.milli
    ),
    counted_by_key as (
      insert into ${generationKeyDays} as k (${keyColumns})
      select user_id, day, api_key_id, status, 1, tokens, milli from run where api_key_id is not null
      on conflict (user_id, day, api_key_id, status) do update set runs = k.runs + 1, tokens = k.tokens + excluded.tokens, milli = k.milli + excluded.milli
    ),
    counted_waits as (
      insert into ${generationWaits} as w (${waitColumns})
      select user_id, day, type, step, 1 from run where status = 'succeeded'
      on conflict (user_id, day, type, step) do update set runs = w.runs + 1
    )
    select type, model, status, error_code, waited, ran, tokens::float8 as charged, (price - tokens)::float8 as released from run`)
  for (const { error_code: errorCode, ...run } of rows) tx.afterCommit(() => signals.runEnded.publish({ ...run, errorCode }))
}

/** Recounts all of a person's runs by the days of another time zone. */
export async function recountDays(tx: Transaction, { userId, timeZone }: { userId: string; timeZone: string }): Promise<void> {
  await lockAccount(tx, userId)
  await tx.execute(sql`update ${tokenAccounts} set day_zone = ${timeZone} where user_id = ${userId}`)
  await tx.execute(sql`delete from ${generationDays} where user_id = ${userId}`)
  await tx.execute(sql`delete from ${generationKeyDays} where user_id = ${userId}`)
  await tx.execute(sql`delete from ${generationWaits} where user_id = ${userId}`)
  await tx.execute(sql`
    insert into ${generationDays} (${dayColumns})
    select g.user_id, ${day}, g.type, g.model, g.status, count(*), coalesce(sum(g.charged), 0), coalesce(sum(g.charged_milli), 0)
    from ${own} where g.user_id = ${userId} and not g.trial and g.status in ('succeeded', 'failed', 'canceled') group by 1, 2, 3, 4, 5
    -- From the last day on, so that the trigger of the days changes the account once.
    order by 2 desc`)
  await tx.execute(sql`
    insert into ${generationKeyDays} (${keyColumns})
    select g.user_id, ${day}, g.api_key_id, g.status, count(*), coalesce(sum(g.charged), 0), coalesce(sum(g.charged_milli), 0)
    from ${own} where g.user_id = ${userId} and not g.trial and g.api_key_id is not null and g.status in ('succeeded', 'failed', 'canceled') group by 1, 2, 3, 4`)
  await tx.execute(sql`
    insert into ${generationWaits} (${waitColumns})
    select g.user_id, ${day}, g.type, ${step}, count(*)
    from ${own} where g.user_id = ${userId} and not g.trial and g.status = 'succeeded' group by 1, 2, 3, 4`)
}
