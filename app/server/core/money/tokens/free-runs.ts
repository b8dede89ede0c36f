import { and, count, eq, gte, ne } from 'drizzle-orm'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { Problem } from '../../problem.ts'
import { readLimits } from './own-limits.ts'

const perDay = config.tokens.freeRunsPerDay

/** Returns the free runs that a person has left today, in their time zone. */
export async function readFreeRuns(db: Database | Transaction, userId: string): Promise<{ left: number; per_day: number }> {
  return { left: Math.max(0, perDay - (await countFreeRuns(db, userId))), per_day: perDay }
}

/** Throws if no free run is left. The run's row must exist, and the account be locked, so that of concurrent runs each counts those before it. */
export async function requireFreeRun(tx: Transaction, userId: string): Promise<void> {
  if ((await countFreeRuns(tx, userId)) > perDay) throw new Problem('too_many_free_runs', { most: perDay })
}

/** Counts today's free runs; failed ones do not count. */
async function countFreeRuns(db: Database | Transaction, userId: string): Promise<number> {
  const { dayStartsAt } = await readLimits(db, userId)
  const [used] = await db
    .select({ count: count() })
    .from(generations)
    .where(
      and(
        eq(generations.userId, userId),
        eq(generations.free, true),
        gte(generations.createdAt, dayStartsAt),
        ne(generations.status, 'failed'),
      ),
    )
  return used?.count ?? 0
}
