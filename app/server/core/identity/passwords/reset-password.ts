import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { passwordResetTokens } from '#app/server/db/schema/credentials.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writePasswordNotice } from '#app/server/mail/password-notice.ts'
import { Problem } from '../../problem.ts'
import { verifyAndReward } from '../../money/referrals/verify-and-reward.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { checkPassword } from './check-password.ts'
import { endCredentials } from '../credentials/end-credentials.ts'
import { hashPassword } from './hash-password.ts'
import { hashSecret } from '../../secret.ts'

export type ResetPasswordOptions = { token: string; password: string; address: string; siteUrl: string; now?: Date }

/**
 * Sets the password by a mailed single-use token, ends all sessions and revokes all API keys; `delivery` is the email to the owner. As the
 * first proof of the address, it ends everything that was made without it. A rejected password does not consume the token.
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

  const { revokedKeys, firstProof } = await verifyAndReward(db, userId, async (tx, owner) => {
    const used = await tx.update(passwordResetTokens).set({ usedAt: now }).where(usable).returning({ userId: passwordResetTokens.userId })
    if (used.length === 0) throw new Problem('invalid_reset_token')
    await tx
      .update(users)
      // The token was mailed, so it proves the address.
      .set({ passwordHash, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now.toISOString()}::timestamptz)` })
      .where(eq(users.id, userId))
    // Before the first proof of the address, a stranger may have made the account, with credentials of their own.
    const event = owner.emailVerifiedAt ? 'password_reset' : 'first_proof'
    const {
      api_keys: apiKeys = 0,
      passkeys = 0,
      identities = 0,
      two_factor: secondSteps = 0,
    } = await endCredentials(tx, { userId, event, now })
    return { revokedKeys: apiKeys, firstProof: event === 'first_proof' && apiKeys + passkeys + identities + secondSteps > 0 }
  })
  // Owners locked out by guesses at the old password need not wait.
  await attempts.signInByAccount.clear(email)
  return {
    delivery: mailer.send(writePasswordNotice({ to: email, locale, siteUrl, at: now, first: before === null, revokedKeys, firstProof })),
  }
}
