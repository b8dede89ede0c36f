import { and, eq, gt, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { programTokens } from '#app/server/db/schema/programs.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Keys } from '#app/server/keys.ts'
import { isActive } from '../../active-account.ts'
import { isLivingKey } from '../../living-key.ts'
import { hashSecret } from '../../secret.ts'
import { revokeApiKeys } from '../api-keys/revoke-api-key.ts'
import { ProgramRefusal } from './program-refusal.ts'
import { type ProgramTokens, issueProgramTokens, successorOf } from './program-tokens.ts'

export type RefreshAccessOptions = { refreshToken: string; clientId: string }

/**
 * Exchanges a refresh token for new tokens. Requests that present the same one within the time for repetitions get the same successor, so a
 * access is one chain of tokens, as a session is. A token presented later must have been copied: the access ends.
 */
export async function refreshAccess(
  db: Database,
  keys: Pick<Keys, 'programs'>,
  { refreshToken, clientId }: RefreshAccessOptions,
): Promise<ProgramTokens & { scope: string }> {
  const hash = hashSecret(refreshToken)
  const issued = await db.transaction(async (tx) => {
    const [known] = await tx.select({ apiKeyId: programTokens.apiKeyId }).from(programTokens).where(eq(programTokens.hash, hash))
    if (!known) return null
    // The access orders the exchanges of its tokens.
    await tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, known.apiKeyId)).for('no key update')
    const [presented] = await tx
      .select({
        apiKeyId: apiKeys.id,
        userId: apiKeys.userId,
        scopes: apiKeys.scopes,
        isUnused: sql<boolean>`${programTokens.usedAt} is null`,
        isLate: sql<boolean>`coalesce(${programTokens.usedAt} < now() - make_interval(secs => ${config.programs.reuseGrace}), false)`,
      })
      .from(programTokens)
      .innerJoin(apiKeys, and(eq(apiKeys.id, programTokens.apiKeyId), eq(apiKeys.clientId, clientId), isLivingKey))
      .innerJoin(users, and(eq(users.id, apiKeys.userId), isActive))
      .where(and(eq(programTokens.hash, hash), eq(programTokens.kind, 'refresh'), gt(programTokens.expiresAt, sql`now()`)))
    if (!presented) return null
    const { apiKeyId, userId, scopes, isUnused, isLate } = presented
    if (isLate) {
      await revokeApiKeys(tx, { userId, id: apiKeyId })
      return null
    }
    if (isUnused)
      await tx
        .update(programTokens)
        .set({ usedAt: sql`now()` })
        .where(eq(programTokens.hash, hash))
    return {
      ...(await issueProgramTokens(tx, { apiKeyId, refreshToken: await newestAfter(tx, keys, refreshToken) })),
      scope: scopes.join(' '),
    }
  })
  // Thrown outside the transaction, because a rollback would undo the end of the access.
  if (!issued) throw new ProgramRefusal('invalid_grant', 'The refresh token has expired, was used before, or its access has been revoked.')
  return issued
}

/** Finds the unused end of the chain, because the first successor may have been exchanged already. */
async function newestAfter(tx: Transaction, keys: Pick<Keys, 'programs'>, refreshToken: string): Promise<string> {
  const successor = successorOf(keys, refreshToken)
  const [known] = await tx
    .select({ usedAt: programTokens.usedAt })
    .from(programTokens)
    .where(eq(programTokens.hash, hashSecret(successor)))
  return known?.usedAt ? newestAfter(tx, keys, successor) : successor
}
