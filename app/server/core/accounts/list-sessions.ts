import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { DeviceSession } from '#app/contract/accounts.ts'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { sessions } from '../../db/schema.ts'
import type { Caller } from './authenticate.ts'
import { describeDevice } from './describe-device.ts'

export type ListSessionsOptions = { caller: Caller; now?: Date }

/** The person's live sessions, the latest seen first. */
export async function listSessions(db: Database, { caller, now = new Date() }: ListSessionsOptions): Promise<DeviceSession[]> {
  // A session is seen at each refresh, so one unseen for a refresh token's life has no token left that works.
  const alive = new Date(now.getTime() - config.auth.refreshToken.maxAge * 1000)
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, caller.userId), isNull(sessions.revokedAt), gt(sessions.lastSeenAt, alive)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
  return rows.map((session) => ({
    id: session.id,
    current: session.id === caller.sessionId,
    device: describeDevice(session.userAgent),
    address: session.address,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
  }))
}
