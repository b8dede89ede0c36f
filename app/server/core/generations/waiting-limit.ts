import { and, count, eq } from 'drizzle-orm'
import { config } from '#config'
import type { Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { Problem } from '../problem.ts'
import { lockAccount } from '../tokens/lock-account.ts'

const { maxWaiting } = config.generations

/**
 * Throws if more runs of the person wait than one may have. The run's row must exist. The account is locked first, so of concurrent runs
 * each counts those before it.
 */
export async function requireWaitingRoom(tx: Transaction, userId: string): Promise<void> {
  await lockAccount(tx, userId)
  const [waiting] = await tx
    .select({ count: count() })
    .from(generations)
    .where(and(eq(generations.userId, userId), eq(generations.status, 'queued')))
  if ((waiting?.count ?? 0) > maxWaiting) throw new Problem('too_many_waiting', { most: maxWaiting })
}
