import { and, count, eq, gte, ne } from 'drizzle-orm'
import { config } from '#config'
import type { Database, Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { Problem } from '../problem.ts'
import { lockAccount } from './lock-account.ts'
import { readLimits } from './own-limits.ts'

const perDay = config.tokens.freeRunsPerDay

/** The free runs that a person has left today, in their time zone. */
export async function readFreeRuns(db: Database | Transaction, userId: string): Promise<{ left: number; per_day: number }> {
  return { left: Math.max(0, perDay - (await countFreeRuns(db, userId))), per_day: perDay }
}

/** The run's row must exist. Of concurrent runs, each sees those before it, because the account is locked first. */
export async function requireFreeRun(tx: Transaction, userId: string): Promise<void> {
  await lockAccount(tx, userId)
  if ((await countFreeRuns(tx, userId)) > perDay) throw new Problem('too_many_free_runs', { freeRuns: perDay })
}

/** Failed runs do not count. */
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
