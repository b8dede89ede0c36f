import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { apiKeys } from '../../db/schema.ts'
import { announcingKey } from '../accounts/revocations.ts'
import { Problem } from '../problem.ts'

export type RevokeApiKeysOptions = {
  userId: string
  /** All keys of the person unless given. */
  id?: string
  now?: Date
}

/** Revoked keys open nothing from the next call on, and their open streams end; runs they started continue. Returns how many were revoked. */
export async function revokeApiKeys(db: Database | Transaction, { userId, id, now = new Date() }: RevokeApiKeysOptions): Promise<number> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.userId, userId), id === undefined ? undefined : eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id, announced: announcingKey() })
  return revoked.length
}

/** Another person's key is `not_found`, as is one that was revoked before. */
export async function revokeApiKey(db: Database, own: { userId: string; id: string }): Promise<void> {
  if ((await revokeApiKeys(db, own)) === 0) throw new Problem('not_found')
}
