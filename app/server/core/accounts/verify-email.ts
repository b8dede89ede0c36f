import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { emailTokens, users } from '../../db/schema.ts'
import { Problem } from '../problem.ts'
import { verifyAndReward } from '../referrals/verify-and-reward.ts'
import { addressKey, type Attempts } from './attempts.ts'
import { hashToken } from './hash-token.ts'

export type VerifyEmailOptions = { token: string; address: string; now?: Date }

/** Takes a mailed token, which works once, as the proof of the address it was sent to and of no other. */
export async function verifyEmail(
  db: Database,
  attempts: Attempts,
  { token, address, now = new Date() }: VerifyEmailOptions,
): Promise<void> {
  await attempts.verificationByAddress.take(addressKey(address))
  const valid = and(eq(emailTokens.hash, hashToken(token)), isNull(emailTokens.usedAt), gt(emailTokens.expiresAt, now))
  const [known] = await db.select({ userId: emailTokens.userId }).from(emailTokens).where(valid)
  if (!known) throw new Problem('invalid_verification_token')
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
  })
}
