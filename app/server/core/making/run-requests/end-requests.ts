import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import { announceRequests, isOpen, statusNow } from './request-state.ts'

/** Ends the open requests of keys that have just been revoked. */
export async function endRequestsOfKeys(db: Database | Transaction, apiKeyIds: readonly string[]): Promise<void> {
  if (apiKeyIds.length === 0) return
  const ended = await db
    .update(runRequests)
    .set({ status: 'ended' })
    .where(and(inArray(runRequests.apiKeyId, [...apiKeyIds]), eq(runRequests.status, 'open')))
    .returning({ userId: runRequests.userId })
  for (const userId of new Set(ended.map((one) => one.userId))) await announceRequests(db, userId)
}

/** Records requests that nobody answered in time or whose key has ended, and deletes requests after 30 days. */
export async function sweepRequests(db: Database): Promise<void> {
  const ended = await db
    .update(runRequests)
    .set({ status: statusNow })
    .where(and(eq(runRequests.status, 'open'), sql`not ${isOpen}`))
    .returning({ userId: runRequests.userId })
  for (const userId of new Set(ended.map((one) => one.userId))) await announceRequests(db, userId)
  await db.delete(runRequests).where(lt(runRequests.createdAt, sql`now() - interval '30 days'`))
}
