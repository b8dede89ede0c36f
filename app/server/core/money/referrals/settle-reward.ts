import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { referralRewards } from '#app/server/db/schema/referrals.ts'
import { grantTokens } from '../tokens/grant-tokens.ts'
import { takeTokens } from '../tokens/take-tokens.ts'

/** Reverses the rewards of a refunded purchase, and grants them again when a dispute is won. */
export async function settleReward(tx: Transaction, { paymentId, refunded }: { paymentId: string; refunded: boolean }): Promise<void> {
  const [reward] = await tx.select().from(referralRewards).where(eq(referralRewards.paymentId, paymentId))
  if (!reward || refunded === (reward.takenBackAt !== null)) return
  const { invitedId, inviterId, invitedTokens, inviterTokens } = reward
  for (const { userId, amount } of [
    { userId: invitedId, amount: invitedTokens },
    { userId: inviterId, amount: inviterTokens },
  ]) {
    if (amount === 0) continue
    if (refunded) await takeTokens(tx, { userId, amount, paymentId: null, reason: 'referral_refunded' })
    else await grantTokens(tx, { userId, source: 'referral', amount, expiresAt: null, reason: null })
  }
  await tx
    .update(referralRewards)
    .set({ takenBackAt: refunded ? sql`now()` : null })
    .where(eq(referralRewards.invitedId, invitedId))
}
