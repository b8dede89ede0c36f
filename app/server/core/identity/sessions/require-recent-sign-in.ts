import { and, eq, gt } from 'drizzle-orm'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { Problem } from '../../problem.ts'
import type { Caller } from './authenticate.ts'

/** Throws `recent_sign_in_required` unless the session is a few minutes old at most. */
export async function requireRecentSignIn(db: Database, { caller, now }: { caller: Caller; now: Date }): Promise<void> {
  const since = new Date(now.getTime() - config.auth.recentSignIn * 1000)
  const [recent] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, caller.sessionId), gt(sessions.createdAt, since)))
  if (!recent) throw new Problem('recent_sign_in_required')
}
