import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { users } from '#app/server/db/schema/users.ts'
import { Problem } from '../../problem.ts'
import { isActive } from '../../active-account.ts'
import { isLivingKey } from '../../living-key.ts'

/** The one who acts: a person with a session, or a program with an API key. */
export type Access = {
  /** The person who acts; of an API key, the one who created it. */
  personId: string
  /** Null for an API key. */
  sessionId: string | null
  /** Null for a session. */
  apiKeyId: string | null
}

/** Throws `unauthorized` if the session or key has ended. Returns the key's expiry, or null if it has none. */
export async function requireAccess(db: Database, { sessionId, apiKeyId }: Access): Promise<Date | null> {
  const [live] = apiKeyId === null ? await liveSession(db, sessionId) : await liveKey(db, apiKeyId)
  if (!live) throw new Problem('unauthorized')
  return live.expiresAt
}

function liveSession(db: Database, id: string | null) {
  return db
    .select({ expiresAt: sql<null>`null` })
    .from(sessions)
    .where(and(id === null ? sql`false` : eq(sessions.id, id), isNull(sessions.revokedAt)))
}

function liveKey(db: Database, id: string) {
  return db
    .select({ expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .innerJoin(users, and(eq(users.id, apiKeys.userId), isActive))
    .where(and(eq(apiKeys.id, id), isLivingKey))
    .prepare('living_key')
    .execute()
}
