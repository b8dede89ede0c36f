import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { apiKeys, sessions, users } from '../../db/schema.ts'
import { Problem } from '../problem.ts'
import { isStaying } from './is-staying.ts'

/** Whose stream it is, and by which session or key it was opened. */
export type Access = { userId: string; sessionId: string | null; apiKeyId: string | null }

/** Throws `unauthorized` when the session or the key has ended. Returns when the key expires; null: not by itself. */
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
    .innerJoin(users, and(eq(users.id, apiKeys.userId), isStaying))
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`))))
}
