import { and, desc, eq } from 'drizzle-orm'
import type { DeviceSession } from '#app/contract/account/accounts.ts'
import type { Database } from '#app/server/db/database.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import type { Caller } from './authenticate.ts'
import { describeDevice } from './describe-device.ts'
import { isLive } from './is-live.ts'

export type ListSessionsOptions = { caller: Caller; now?: Date }

/** Lists the person's live sessions, last seen first. */
export async function listSessions(db: Database, { caller, now = new Date() }: ListSessionsOptions): Promise<DeviceSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, caller.userId), isLive(now)))
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
