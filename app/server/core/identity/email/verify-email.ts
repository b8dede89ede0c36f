import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { emailTokens } from '#app/server/db/schema/credentials.ts'
import { users } from '#app/server/db/schema/users.ts'
import { endCredentials } from '../credentials/end-credentials.ts'
import { Problem } from '../../problem.ts'
import { verifyAndReward } from '../../money/referrals/verify-and-reward.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { hashSecret } from '../../secret.ts'

export type VerifyEmailOptions = {
  token: string
  /** Null if nobody is signed in. */
  caller: Caller | null
  address: string
  now?: Date
}

/**
 * Verifies the address that the single-use token was mailed to, and no other. The token proves the address, and the session that the account
 * is that person's: a stranger may have made it (decision 126). Throws `sign_in_to_confirm` without a session of the account.
 */
export async function verifyEmail(
  db: Database,
  attempts: Attempts,
  { token, caller, address, now = new Date() }: VerifyEmailOptions,
): Promise<void> {
  await attempts.verificationByAddress.take(addressKey(address))
  const valid = and(eq(emailTokens.hash, hashSecret(token)), isNull(emailTokens.usedAt), gt(emailTokens.expiresAt, now))
  const [known] = await db.select({ userId: emailTokens.userId }).from(emailTokens).where(valid)
  if (!known) throw new Problem('invalid_verification_token')
  if (caller?.userId !== known.userId) throw new Problem('sign_in_to_confirm')
  await verifyAndReward(db, known.userId, async (tx) => {
    const [proof] = await tx
      .update(emailTokens)
      .set({ usedAt: now })
      .where(valid)
      .returning({ userId: emailTokens.userId, email: emailTokens.email })
    if (!proof) throw new Problem('invalid_verification_token')
    await tx
      .update(users)
      .set({ emailVerifiedAt: now })
      .where(and(eq(users.id, proof.userId), eq(users.email, proof.email), isNull(users.emailVerifiedAt)))
    await endCredentials(tx, { userId: proof.userId, event: 'email_verified', now })
  })
}
