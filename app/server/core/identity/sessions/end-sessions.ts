import { and, isNull, type SQL } from 'drizzle-orm'
import type { StreamEnding } from '#app/contract/base/stream-endings.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { announcingSession } from './revocations.ts'

export type EndSessionsOptions = {
  /** Conditions, all of which must hold. */
  which: readonly [SQL, ...SQL[]]
  reason: StreamEnding
  now: Date
}

/** Ends sessions and closes their streams in every process. No other statement ends sessions. Returns their number. */
export async function endSessions(db: Database | Transaction, { which, reason, now }: EndSessionsOptions): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isNull(sessions.revokedAt), ...which))
    .returning({ id: sessions.id, announced: announcingSession(reason) })
  return ended.length
}
