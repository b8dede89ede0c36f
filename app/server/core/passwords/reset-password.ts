import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { identities, passwordResetTokens } from '../../db/schema/credentials.ts'
import { users } from '../../db/schema/users.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { writePasswordNotice } from '../../mail/password-notice.ts'
import { revokeApiKeys } from '../api-keys/revoke-api-key.ts'
import { Problem } from '../problem.ts'
import { verifyAndReward } from '../referrals/verify-and-reward.ts'
import { addressKey } from '../limits/address.ts'
import type { Attempts } from '../limits/attempts.ts'
import { checkPassword } from './check-password.ts'
import { endSessionsOf } from '../sessions/end-sessions-of.ts'
import { hashPassword } from './hash-password.ts'
import { hashSecret } from '../secret.ts'

export type ResetPasswordOptions = { token: string; password: string; address: string; siteUrl: string; now?: Date }

/**
 * Sets the password by a mailed single-use token, ends all sessions and revokes all API keys; `delivery` is the email to the owner. A
 * rejected password does not consume the token.
 */
export async function resetPassword(
  db: Database,
  mailer: Mailer,
  attempts: Attempts,
  { token, password, address, siteUrl, now = new Date() }: ResetPasswordOptions,
): Promise<{ delivery: Promise<void> }> {
  const hash = hashSecret(token)
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

  const revokedKeys = await verifyAndReward(db, userId, async (tx, owner) => {
    const used = await tx.update(passwordResetTokens).set({ usedAt: now }).where(usable).returning({ userId: passwordResetTokens.userId })
    if (used.length === 0) throw new Problem('invalid_reset_token')
    // Before verification, another person may have created this account with the address and connected a service of their own.
    if (!owner.emailVerifiedAt) await tx.delete(identities).where(eq(identities.userId, userId))
    await tx
      .update(users)
      // The token was mailed, so it proves the address.
      .set({ passwordHash, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now.toISOString()}::timestamptz)` })
      .where(eq(users.id, userId))
    await endSessionsOf(tx, { userId, now })
    return revokeApiKeys(tx, { userId, now })
  })
  // Owners locked out by guesses at the old password need not wait.
  await attempts.signInByAccount.clear(email)
  return { delivery: mailer.send(writePasswordNotice({ to: email, locale, siteUrl, at: now, first: before === null, revokedKeys })) }
}
