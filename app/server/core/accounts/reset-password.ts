import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { identities, passwordResetTokens, users } from '../../db/schema.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { writePasswordNotice } from '../../mail/password-notice.ts'
import { revokeApiKeys } from '../api-keys/revoke-api-key.ts'
import { Problem } from '../problem.ts'
import { verifyAndReward } from '../referrals/verify-and-reward.ts'
import { addressKey, type Attempts } from './attempts.ts'
import { checkPassword } from './check-password.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { hashPassword } from './hash-password.ts'
import { hashToken } from './hash-token.ts'

export type ResetPasswordOptions = { token: string; password: string; address: string; siteUrl: string; now?: Date }

/**
 * Sets the password with a mailed token, which works once, ends all sessions, revokes all API keys and tells the owner by mail, as
 * `delivery`. A refused password leaves the token good.
 */
export async function resetPassword(
  db: Database,
  mailer: Mailer,
  attempts: Attempts,
  { token, password, address, siteUrl, now = new Date() }: ResetPasswordOptions,
): Promise<{ delivery: Promise<void> }> {
  const hash = hashToken(token)
  await attempts.passwordResetByAddress.take(addressKey(address))
  await attempts.passwordResetByToken.take(hash)
  const usable = and(eq(passwordResetTokens.hash, hash), isNull(passwordResetTokens.usedAt), gt(passwordResetTokens.expiresAt, now))
  const [found] = await db
    .select({ user: users })
    .from(passwordResetTokens)
    .innerJoin(users, eq(users.id, passwordResetTokens.userId))
    .where(usable)
  if (!found) throw new Problem('invalid_reset_token')
  const { id: userId, email, name, locale, passwordHash: before } = found.user
  await checkPassword({ password, email, name })
  const passwordHash = await hashPassword(password)

  const revokedKeys = await verifyAndReward(db, userId, async (tx) => {
    const used = await tx.update(passwordResetTokens).set({ usedAt: now }).where(usable).returning({ userId: passwordResetTokens.userId })
    if (used.length === 0) throw new Problem('invalid_reset_token')
    const [owner] = await tx.select({ emailVerifiedAt: users.emailVerifiedAt }).from(users).where(eq(users.id, userId)).for('update')
    // Until now anybody may have made this account with somebody else's address, and kept another service's key to it.
    if (!owner?.emailVerifiedAt) await tx.delete(identities).where(eq(identities.userId, userId))
    await tx
      .update(users)
      // The token came by mail, so the address is theirs.
      .set({ passwordHash, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now.toISOString()}::timestamptz)` })
      .where(eq(users.id, userId))
    await endSessionsOf(tx, { userId, now })
    return revokeApiKeys(tx, { userId, now })
  })
  // Whoever was kept out by guesses at the old one is not to wait.
  await attempts.signInByAccount.clear(email)
  return { delivery: mailer.send(writePasswordNotice({ to: email, locale, siteUrl, at: now, first: before === null, revokedKeys })) }
}
