import { and, arrayContains, eq, isNull } from 'drizzle-orm'
import type { ApiKeyScope } from '#app/contract/account/api-keys.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { accessCodes, deviceLogins } from '#app/server/db/schema/programs.ts'
import { endRequestsOfKeys } from '../../making/run-requests/end-requests.ts'
import { announcingKey } from '../sessions/revocations.ts'
import { Problem } from '../../problem.ts'

export type RevokeApiKeysOptions = {
  userId: string
  /** Default: all keys of the person. */
  id?: string
  /** Default: keys of all scopes. */
  scope?: ApiKeyScope
  now?: Date
}

/** Revokes keys: the next call fails and open streams end, but runs they started continue. Returns the number revoked. */
export async function revokeApiKeys(
  db: Database | Transaction,
  { userId, id, scope, now = new Date() }: RevokeApiKeysOptions,
): Promise<number> {
  // Access that has been given and not fetched would become a key afterwards.
  if (id === undefined && scope === undefined)
    for (const table of [accessCodes, deviceLogins]) await db.delete(table).where(and(eq(table.userId, userId), isNull(table.usedAt)))
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(
      and(
        eq(apiKeys.userId, userId),
        id === undefined ? undefined : eq(apiKeys.id, id),
        scope && arrayContains(apiKeys.scopes, [scope]),
        isNull(apiKeys.revokedAt),
      ),
    )
    .returning({ id: apiKeys.id, announced: announcingKey() })
  await endRequestsOfKeys(
    db,
    revoked.map((key) => key.id),
  )
  return revoked.length
}

/** Another person's key and a key revoked before are `not_found`. */
export async function revokeApiKey(db: Database, own: { userId: string; id: string }): Promise<void> {
  if ((await revokeApiKeys(db, own)) === 0) throw new Problem('not_found')
}
