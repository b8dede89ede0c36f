import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type StreamEnding, streamEndings } from '#app/contract/base/stream-endings.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'

/**
 * Channel that notifies every process of ended sessions and keys. The notification is sent in the transaction that ends them, so it arrives
 * after the commit or never.
 */
export const revocationChannel = 'quartet_revocation'

const revocationSchema = v.object({
  user_id: v.string(),
  /** Both null: all sessions and keys of the person. */
  session_id: v.nullable(v.string()),
  api_key_id: v.nullable(v.string()),
  reason: v.picklist(streamEndings),
})
export type Revocation = { userId: string; sessionId: string | null; apiKeyId: string | null; reason: StreamEnding }

export function readRevocation(payload: string): Revocation {
  const { user_id, session_id, api_key_id, reason } = v.parse(revocationSchema, JSON.parse(payload))
  return { userId: user_id, sessionId: session_id, apiKeyId: api_key_id, reason }
}

/** Announces each ended session, in the `RETURNING` of the statement that ends them. */
export const announcingSession = (reason: StreamEnding) => announcing({ userId: sessions.userId, sessionId: sessions.id, reason })

/** Announces each ended key, in the `RETURNING` of the statement that ends them. */
export const announcingKey = () => announcing({ userId: apiKeys.userId, apiKeyId: apiKeys.id, reason: 'key_revoked' })

/** Announces the end of all sessions and keys of an account. */
export async function announceForAll(tx: Transaction, { userId, reason }: Pick<Revocation, 'userId' | 'reason'>): Promise<void> {
  await tx.execute(sql`select ${announcing({ userId: sql`${userId}::text`, reason })}`)
}

type Parts = {
  userId: SQL | typeof sessions.userId | typeof apiKeys.userId
  sessionId?: typeof sessions.id
  apiKeyId?: typeof apiKeys.id
  reason: StreamEnding
}

function announcing({ userId, sessionId, apiKeyId, reason }: Parts) {
  const id = { session: sessionId ?? sql`null::text`, key: apiKeyId ?? sql`null::text` }
  return sql<null>`pg_notify(${revocationChannel}, json_build_object('user_id', ${userId}, 'session_id', ${id.session}, 'api_key_id', ${id.key}, 'reason', ${reason}::text)::text)`
}
