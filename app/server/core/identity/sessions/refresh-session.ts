import { createHmac } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { TokenPair } from '#app/contract/account/accounts.ts'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { refreshTokens, sessions } from '#app/server/db/schema/sessions.ts'
import type { Keys } from '#app/server/keys.ts'
import { Problem } from '../../problem.ts'
import { plainAddress } from '../../rules/limits/address.ts'
import { endSessions } from './end-sessions.ts'
import { hashSecret } from '../../secret.ts'
import { issueTokens } from './issue-tokens.ts'

export type RefreshSessionOptions = { refreshToken: string; address: string; now?: Date }
type Refused = 'invalid_refresh_token' | 'refresh_token_reused' | 'session_revoked'

/**
 * Exchanges a refresh token for a new pair. Tabs that present the same token within the grace period get the same successor, so a session
 * is one chain of tokens, and a copied token starts no chain of its own. A token presented later must have been copied: the whole session
 * ends.
 */
export async function refreshSession(
  db: Database,
  keys: Keys,
  { refreshToken, address, now = new Date() }: RefreshSessionOptions,
): Promise<TokenPair> {
  const outcome = await db.transaction(async (tx): Promise<TokenPair | Refused> => {
    const hash = hashSecret(refreshToken)
    // The session orders the exchanges of its tokens, and precedes them, as a deletion of the session locks them.
    const [known] = await tx.select({ id: refreshTokens.sessionId }).from(refreshTokens).where(eq(refreshTokens.hash, hash))
    if (known) await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, known.id)).for('no key update')
    const [presented] = await tx
      .select({
        sessionId: sessions.id,
        userId: sessions.userId,
        revokedAt: sessions.revokedAt,
        usedAt: refreshTokens.usedAt,
        expiresAt: refreshTokens.expiresAt,
      })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
      .where(eq(refreshTokens.hash, hash))
    if (!presented || presented.expiresAt <= now) return 'invalid_refresh_token'
    if (presented.revokedAt) return 'session_revoked'

    const { sessionId, userId, usedAt } = presented
    const graceEnds = (usedAt ?? now).getTime() + config.auth.refreshToken.reuseGrace * 1000
    if (now.getTime() > graceEnds) {
      await endSessions(tx, { which: [eq(sessions.id, sessionId)], reason: 'session_reused', now })
      return 'refresh_token_reused'
    }
    if (!usedAt) await tx.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.hash, hash))
    await tx
      .update(sessions)
      .set({ lastSeenAt: now, address: plainAddress(address) })
      .where(eq(sessions.id, sessionId))
    await tx.delete(refreshTokens).where(and(eq(refreshTokens.sessionId, sessionId), lt(refreshTokens.expiresAt, now)))
    return issueTokens(tx, keys, { userId, sessionId, refreshToken: await newestAfter(tx, keys, refreshToken), now })
  })
  // Thrown outside the transaction, because a rollback would undo the end of the session.
  if (typeof outcome === 'string') throw new Problem(outcome)
  return outcome
}

/** Finds the unused end of the chain, because the first successor may have been exchanged already. */
async function newestAfter(tx: Transaction, keys: Keys, refreshToken: string): Promise<string> {
  const successor = successorOf(keys, refreshToken)
  const [known] = await tx
    .select({ usedAt: refreshTokens.usedAt })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hashSecret(successor)))
  return known?.usedAt ? newestAfter(tx, keys, successor) : successor
}

/** Derives the successor, which can thus be reissued although only its hash is stored. */
function successorOf(keys: Keys, refreshToken: string): string {
  return createHmac('sha256', keys.refreshToken).update(refreshToken).digest('base64url')
}
