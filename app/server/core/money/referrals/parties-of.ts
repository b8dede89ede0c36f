import { eq } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { referralRewards } from '#app/server/db/schema/referrals.ts'
import { findInviter } from './find-inviter.ts'

/** Returns the people whose tokens a payment of this person may change: themselves, their inviter, and the one who was rewarded for them. */
export async function partiesOf(tx: Transaction, userId: string): Promise<string[]> {
  const inviter = await findInviter(tx, userId)
  const rewarded = await tx.select({ id: referralRewards.inviterId }).from(referralRewards).where(eq(referralRewards.invitedId, userId))
  return [...new Set([userId, ...(inviter === null ? [] : [inviter]), ...rewarded.map(({ id }) => id)])]
}
