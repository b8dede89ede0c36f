import { and, isNull, type SQL } from 'drizzle-orm'
import type { StreamEnding } from '#app/contract/stream-endings.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { sessions } from '../../db/schema.ts'
import { announcingSession } from './revocations.ts'

export type EndSessionsOptions = {
  /** All of these conditions hold for the sessions that end. */
  which: readonly [SQL, ...SQL[]]
  reason: StreamEnding
  now: Date
}

/** The one statement that ends sessions: it also ends their open streams, in every process. Returns how many there were. */
export async function endSessions(db: Database | Transaction, { which, reason, now }: EndSessionsOptions): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isNull(sessions.revokedAt), ...which))
    .returning({ id: sessions.id, announced: announcingSession(reason) })
  return ended.length
}
