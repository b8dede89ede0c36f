import { and, eq, exists, notExists } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { payments } from '#app/server/db/schema/payments.ts'
import { referralRewards } from '#app/server/db/schema/referrals.ts'
import { users } from '#app/server/db/schema/users.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { lockAccounts } from '../tokens/lock-account.ts'
import { findInviter } from './find-inviter.ts'
import { rewardReferral } from './reward-referral.ts'

/**
 * Verifies the email with `verify`, with the person locked, and grants pending rewards, in one transaction. A payment also locks the payer and the inviter, so the
 * later of payment and verification sees the other.
 */
export async function verifyAndReward<T>(
  db: Database,
  userId: string,
  verify: (tx: Transaction, person: typeof users.$inferSelect) => Promise<T>,
): Promise<T> {
  for (;;) {
    const outcome = await db.transaction(async (tx) => {
      const locked = new Set([userId, ...(await findParties(tx, userId))])
      await lockAccounts(tx, [...locked])
      const parties = await findParties(tx, userId)
      // Another invited person has paid in the meantime; locking them now would break the lock order.
      if (parties.some((id) => !locked.has(id))) return null
      const person = await lockUser(tx, userId)
      if (!person) throw new Problem('not_found')
      const result = await verify(tx, person)
      for (const invitedId of [userId, ...(await findWaiting(tx, userId))]) await rewardReferral(tx, invitedId)
      return { result }
    })
    if (outcome) return outcome.result
  }
}

async function findParties(tx: Transaction, userId: string): Promise<string[]> {
  const inviter = await findInviter(tx, userId)
  return [...(inviter === null ? [] : [inviter]), ...(await findWaiting(tx, userId))]
}

/** Finds invited people who have paid but not been rewarded. */
async function findWaiting(tx: Transaction, inviterId: string): Promise<string[]> {
  const waiting = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.referredBy, inviterId),
        exists(tx.select().from(payments).where(eq(payments.userId, users.id))),
        notExists(tx.select().from(referralRewards).where(eq(referralRewards.invitedId, users.id))),
      ),
    )
  return waiting.map(({ id }) => id)
}
