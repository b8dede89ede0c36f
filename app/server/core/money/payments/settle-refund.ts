import { eq } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { payments } from '#app/server/db/schema/payments.ts'
import { settleReward } from '../referrals/settle-reward.ts'
import { closePeriod } from './close-period.ts'
import { grantTokens } from '../tokens/grant-tokens.ts'
import { takeTokens } from '../tokens/take-tokens.ts'
import type { Payment } from './grant-for-payment.ts'

/**
 * Reverses tokens of refunded or disputed money, and grants them again if the dispute is won. The amount follows from the payment's state
 * alone, so this may run at any time and any number of times.
 */
export async function settleRefund(tx: Transaction, paymentId: string): Promise<void> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId))
  if (!payment) throw new Error(`there is no payment ${paymentId}`)
  const { userId, taken } = payment
  const due = dueOf(payment)
  const reason = payment.dispute === 'open' || payment.dispute === 'lost' ? 'dispute' : 'refund'
  if (due > taken) await takeTokens(tx, { userId, amount: due - taken, paymentId, reason })
  if (due < taken) await grantTokens(tx, { userId, source: 'pack', amount: taken - due, expiresAt: null, reason: 'dispute_won', paymentId })
  if (due !== taken) await tx.update(payments).set({ taken: due }).where(eq(payments.id, paymentId))
  await settleReward(tx, { paymentId, refunded: isBack(payment) })
  if (payment.dispute === 'lost' || payment.refunded === payment.amount) await closePeriod(tx, { paymentId })
}

/** Whether the whole payment is refunded or disputed. */
const isBack = ({ dispute, refunded, amount }: Payment) => dispute === 'open' || dispute === 'lost' || refunded === amount

/** Returns the number of tokens that the payment no longer covers. */
function dueOf(payment: Payment): number {
  return isBack(payment) ? payment.tokens : partOf(payment, payment.refunded)
}

const partOf = ({ tokens, amount }: Payment, refunded: number) => Math.ceil((tokens * refunded) / amount)

/** Returns the number of tokens that one of several refunds reversed. `refunded`: all that was refunded with it. */
export const tokensOfRefund = (payment: Payment, { amount, refunded }: { amount: number; refunded: number }): number =>
  partOf(payment, refunded) - partOf(payment, refunded - amount)
