import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Balance } from '#app/contract/money/tokens.ts'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { tokenLots } from '#app/server/db/schema/tokens.ts'
import { forecastOf, type Pace, paceDays } from './forecast.ts'
import { lockAccount } from './lock-account.ts'

/** Returns a person's lots in spending order, and how long they last. */
export function getBalance(db: Database, userId: string): Promise<Balance> {
  return db.transaction(async (tx) => {
    const { available, held, debt, rest } = await lockAccount(tx, userId)
    const lots = await readLots(tx, userId)
    const { now, ...pace } = await readPace(tx, userId)
    const forecast = forecastOf(lots, pace, now)
    const { tokens, days } = config.tokens.low
    return {
      available,
      held,
      debt,
      change_milli: rest,
      lots: lots.map(toLot),
      forecast,
      low: available < tokens || (forecast.days_left !== null && forecast.days_left < days),
    }
  })
}

/** Reads a person's lots that are not empty, in spending order. */
export function readLots(db: Database | Transaction, userId: string): Promise<(typeof tokenLots.$inferSelect)[]> {
  return db
    .select()
    .from(tokenLots)
    .where(and(eq(tokenLots.userId, userId), gt(tokenLots.remaining, 0)))
    .orderBy(sql`${tokenLots.expiresAt} asc nulls last`, asc(tokenLots.id))
}

export function toLot({ id, source, amount, remaining, expiresAt, createdAt }: typeof tokenLots.$inferSelect): Balance['lots'][number] {
  return { id, source, amount, remaining, expires_at: expiresAt?.toISOString() ?? null, created_at: createdAt.toISOString() }
}

async function readPace(tx: Transaction, userId: string): Promise<Pace & { now: Date }> {
  const since = sql`now() - make_interval(days => ${paceDays})`
  const paid = sql`user_id = ${userId} and kind = 'settle'`
  const { rows } = await tx.execute<{ now: string; spent: number; runs: number; first: number | null; before: boolean }>(sql`
    select to_json(now()) #>> '{}' as now, coalesce(sum(amount), 0)::float8 as spent, count(*)::int as runs,
      (extract(epoch from now() - min(created_at)) / 86400)::float8 as first,
      exists (select from token_entries where ${paid} and created_at <= ${since}) as before
    from token_entries where ${paid} and created_at > ${since}`)
  const [row] = rows
  if (!row) throw new Error('an aggregate query returned no row')
  return { now: new Date(row.now), spent: row.spent, runs: row.runs, daysSinceFirst: row.before ? null : (row.first ?? 0) }
}
