import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { generationDays, generations, tokenAccounts } from '../../db/schema.ts'
import { lockAccount } from '../tokens/lock-account.ts'

const waitMs = sql`extract(epoch from g.finished_at - g.created_at)::float8 * 1000`
/** Eight steps to each doubling, so that a wait is known within 5 %. */
const waitStep = sql`case when g.status = 'succeeded' then least(floor(8 * ln(greatest(${waitMs}, 1)) / ln(2::float8)), 32767)::smallint else -1 end`
const key = sql`g.user_id, (g.created_at at time zone a.day_zone)::date, g.type, g.model, g.status, ${waitStep}`
const columns = sql`user_id, day, type, model, status, wait_step, runs, tokens`

/** The middle of a step, in milliseconds. */
export const waitOfStep = (step: number) => Math.round(2 ** ((step + 0.5) / 8))

/**
 * Adds a run to its day. The caller has just ended it with a guarded update in this transaction, and has the account locked: so each run
 * is added once, and a crash leaves either both or nothing.
 */
export async function countRun(tx: Transaction, generationId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${generationDays} as d (${columns})
    select ${key}, 1, coalesce(g.charged, 0)
    from ${generations} g join ${tokenAccounts} a on a.user_id = g.user_id
    where g.id = ${generationId}
    on conflict (user_id, day, type, model, status, wait_step)
    do update set runs = d.runs + excluded.runs, tokens = d.tokens + excluded.tokens`)
}

/** Counts all of a person's runs anew, by the days of another time zone. */
export async function recountDays(tx: Transaction, { userId, timeZone }: { userId: string; timeZone: string }): Promise<void> {
  await lockAccount(tx, userId)
  await tx.execute(sql`update ${tokenAccounts} set day_zone = ${timeZone} where user_id = ${userId}`)
  await tx.execute(sql`delete from ${generationDays} where user_id = ${userId}`)
  await tx.execute(sql`
    insert into ${generationDays} (${columns})
    select ${key}, count(*), coalesce(sum(g.charged), 0)
    from ${generations} g join ${tokenAccounts} a on a.user_id = g.user_id
    where g.user_id = ${userId} and g.status in ('succeeded', 'failed', 'canceled')
    group by 1, 2, 3, 4, 5, 6`)
}
