import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { apiKeyPrefix } from '#app/contract/account/api-keys.ts'
import type { PersonCredentials } from '#app/contract/operator/person-credentials.ts'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { users } from '#app/server/db/schema/users.ts'
import { toClient } from '../../identity/api-keys/list-api-keys.ts'
import { revokeApiKeys } from '../../identity/api-keys/revoke-api-key.ts'
import { Problem } from '../../problem.ts'
import { describeDevice } from '../../identity/sessions/describe-device.ts'
import { isLive } from '../../identity/sessions/is-live.ts'
import { endSession } from '../../identity/sessions/end-session.ts'
import type { BlockOptions } from './block-person.ts'
import { lockPerson } from './lock-person.ts'
import { recordAct } from '../../rules/audit/record-act.ts'

const maxSessions = 100

/** Lists a person's live sessions and their keys that are not revoked. Throws `not_found` for an unknown or erased account. */
export async function getPersonCredentials(
  db: Database,
  { personId, now = new Date() }: { personId: string; now?: Date },
): Promise<PersonCredentials> {
  if (!validate(personId)) throw new Problem('not_found')
  const [[person], live, keys] = await Promise.all([
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, personId), isNull(users.erasedAt))),
    db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, personId), isLive(now)))
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
      .limit(maxSessions),
    db
      .select({ key: apiKeys, expired: sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)` })
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, personId), isNull(apiKeys.revokedAt)))
      .orderBy(desc(apiKeys.id)),
  ])
  if (!person) throw new Problem('not_found')
  return {
    sessions: live.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
      id,
      device: describeDevice(userAgent),
      address,
      created_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
    })),
    api_keys: keys.map(({ key, expired }) => ({
      id: key.id,
      name: key.name,
      client: toClient(key),
      hint: key.hint,
      scopes: key.scopes,
      created_at: key.createdAt.toISOString(),
      expires_at: key.expiresAt?.toISOString() ?? null,
      expired,
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
    })),
  }
}

/** Ends one session of a person. Throws `not_found` if it is another person's or has ended. */
export async function endPersonSession(
  db: Database,
  { actor, personId, sessionId, reason, address, now = new Date() }: BlockOptions & { sessionId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPerson(tx, { actor, personId, right: 'end_sessions' })
    const [session] = await tx
      .select({ userAgent: sessions.userAgent })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, personId)))
    await endSession(tx, { userId: personId, sessionId, now })
    // The address of the session stays out, because the log outlives the account.
    const after = { subject: describeDevice(session?.userAgent ?? null), session: sessionId }
    await recordAct(tx, { userId: actor.userId, address, reason, action: 'session_ended', personId, after })
  })
}

/** Revokes one API key of a person. Throws `not_found` if it is another person's or was revoked before. */
export async function revokePersonKey(
  db: Database,
  { actor, personId, keyId, reason, address, now = new Date() }: BlockOptions & { keyId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPerson(tx, { actor, personId, right: 'manage_accounts' })
    const [key] = await tx
      .select({ hint: apiKeys.hint, scopes: apiKeys.scopes })
      .from(apiKeys)
      .where(and(eq(apiKeys.id, keyId), eq(apiKeys.userId, personId)))
    if (!key || (await revokeApiKeys(tx, { userId: personId, id: keyId, now })) === 0) throw new Problem('not_found')
    const after = { subject: `${apiKeyPrefix}…${key.hint}`, key: keyId, scopes: key.scopes.join(' ') }
    await recordAct(tx, { userId: actor.userId, address, reason, action: 'api_key_revoked', personId, after })
  })
}
