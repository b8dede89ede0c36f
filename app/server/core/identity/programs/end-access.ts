import { and, eq, or } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { programTokens } from '#app/server/db/schema/programs.ts'
import { hashSecret } from '../../secret.ts'
import { revokeApiKeys } from '../api-keys/revoke-api-key.ts'

/**
 * Ends the access of a token or key that a program gives back (RFC 7009), with everything that was issued for it. An unknown one is as good as
 * revoked, so nothing says whether it existed.
 */
export async function endAccess(db: Database, { token, clientId }: { token: string; clientId: string }): Promise<void> {
  const hash = hashSecret(token)
  const [access] = await db
    .select({ id: apiKeys.id, userId: apiKeys.userId })
    .from(apiKeys)
    .leftJoin(programTokens, eq(programTokens.apiKeyId, apiKeys.id))
    .where(and(eq(apiKeys.clientId, clientId), or(eq(apiKeys.hash, hash), eq(programTokens.hash, hash))))
    .limit(1)
  if (access) await revokeApiKeys(db, access)
}
