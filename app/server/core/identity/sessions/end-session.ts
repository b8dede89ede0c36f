import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { Problem } from '../../problem.ts'
import { endSessions } from './end-sessions.ts'

export type EndSessionOptions = { userId: string; sessionId: string; now?: Date }

/** Ends one of the person's sessions; another person's and an ended one are `not_found`. */
export async function endSession(db: Database | Transaction, { userId, sessionId, now = new Date() }: EndSessionOptions): Promise<void> {
  const which = [eq(sessions.id, sessionId), eq(sessions.userId, userId)] as const
  if ((await endSessions(db, { which, reason: 'session_ended', now })) === 0) throw new Problem('not_found')
}
