import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { sessions } from '../../db/schema.ts'
import { Problem } from '../problem.ts'

export type EndSessionOptions = { userId: string; sessionId: string; now?: Date }

/** Ends one of the person's own sessions; another's is `not_found`, as is one that has ended. */
export async function endSession(db: Database, { userId, sessionId, now = new Date() }: EndSessionOptions): Promise<void> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw new Problem('not_found')
}
