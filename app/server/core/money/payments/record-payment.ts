import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7, validate } from 'uuid'
import type { OrderFailure, PaymentProviderId } from '#app/contract/money/orders.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { orders, payments, refunds } from '#app/server/db/schema/payments.ts'
import { partiesOf } from '../referrals/parties-of.ts'
import { rewardReferral } from '../referrals/reward-referral.ts'
import { startPeriod } from './start-period.ts'
import { markPastDue } from './mark-past-due.ts'
import { planEvent } from '../../rules/webhooks/plan-webhooks.ts'
import { lockAccount, lockAccounts } from '../tokens/lock-account.ts'
import type { Answer } from './ask-provider.ts'
import { grantForPayment, type Payment } from './grant-for-payment.ts'
import { issueDocuments } from './issue-document.ts'
import { settleRefund } from './settle-refund.ts'
import type { OrderRow } from '../orders/to-order.ts'

export type RecordPaymentOptions = Answer & { provider: PaymentProviderId }
/** Only `recorded` has changed anything. */
export type Recorded = 'recorded' | 'unknown_order' | 'wrong_account' | 'mismatch'

/**
 * Records a provider's answer in one transaction, with the account locked first. In any order, number and concurrency of calls, a payment
 * grants once, refunds only grow, and a dispute has the state of the answer to the latest query. Tokens follow from that state
 * (`settle-refund.ts`), whatever the earlier states.
 */
export async function recordPayment(db: Database, { provider, question, facts }: RecordPaymentOptions): Promise<Recorded> {
  const { orderId } = facts
  if (orderId === null || !validate(orderId)) return 'unknown_order'
  return db.transaction(async (tx) => {
    const mine = and(eq(orders.id, orderId), eq(orders.provider, provider))
    const [named] = await tx
      .select({ userId: orders.userId, status: orders.status, known: payments })
      .from(orders)
      .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.paymentId, facts.paymentId ?? '')))
      .where(mine)
    if (!named) return 'unknown_order'
    if (facts.userId !== named.userId) return 'wrong_account'
    if (isRecorded(named, { question, facts })) return 'recorded'
    await lockAccounts(tx, await partiesOf(tx, named.userId))
    // Read again under the lock.
    const [order] = await tx.select().from(orders).where(mine)
    if (!order) return 'unknown_order'
    if (facts.state === 'paid') return recordPaid(tx, order, { question, facts })
    if (facts.state !== 'pending') await closeUnpaid(tx, order, facts.state, facts.state === 'failed' ? 'declined' : null)
    return 'recorded'
  })
}

/** Whether the answer repeats an earlier one, as most do; then no lock is needed. */
function isRecorded({ status, known }: { status: OrderRow['status']; known: Payment | null }, { question, facts }: Answer): boolean {
  if (facts.state !== 'paid') return facts.state === 'pending' || status !== 'pending'
  const { amount, currency, refunded, dispute } = facts
  const isSame = known?.amount === amount && known.currency === currency && known.refunded >= refunded
  // A repeated state of a dispute is recorded as well: its query number outdates answers still in progress.
  return isSame && (dispute === null || question <= known.question)
}

async function recordPaid(tx: Transaction, order: OrderRow, { question, facts }: Answer): Promise<Recorded> {
  const { paymentId } = facts
  if (paymentId === null || facts.amount !== order.amount || facts.currency !== order.currency) {
    await closeUnpaid(tx, order, 'failed', 'mismatch')
    return 'mismatch'
  }
  const key = and(eq(payments.provider, order.provider), eq(payments.paymentId, paymentId))
  const { userId, provider, amount, currency } = order
  const [created] = await tx
    .insert(payments)
    .values({ id: uuidv7(), provider, paymentId, orderId: order.id, userId, amount, currency })
    .onConflictDoNothing()
    .returning()
  if (created) {
    // Applies to canceled orders too: a late payment is still a payment.
    await tx
      .update(orders)
      .set({ status: 'paid', failure: null, finishedAt: sql`now()`, asks: 0, askAt: sql`now() + interval '1 day'` })
      .where(eq(orders.id, order.id))
    if (order.kind === 'pack') await grantForPayment(tx, created, { source: 'pack', amount: order.tokens, expiresAt: null })
    else await startPeriod(tx, { order, payment: created, saved: facts })
    const { id, kind, item, tokens } = order
    await planEvent(tx, userId, { event: 'order.paid', subjectId: id, data: { id, kind, item, tokens, amount, currency } })
  }
  const [known] = created ? [created] : await tx.select().from(payments).where(key)
  if (!known || known.orderId !== order.id) return 'mismatch'
  const [now] = await tx
    .update(payments)
    .set({
      refunded: sql`greatest(${payments.refunded}, least(${facts.refunded}::bigint, ${payments.amount}))`,
      // Banks reverse their decisions, so no state is final; a dispute never disappears.
      ...(facts.dispute && question > known.question && { dispute: facts.dispute, question }),
    })
    .where(key)
    .returning()
  // The answer may contain a refund whose own answer was lost.
  if (facts.refunded > known.refunded)
    await tx
      .update(refunds)
      .set({ askAt: sql`now()` })
      .where(and(eq(refunds.paymentId, known.id), eq(refunds.status, 'pending')))
  await settleRefund(tx, known.id)
  await rewardReferral(tx, order.userId)
  // Last, because all payments count with the same row.
  if (now) await issueDocuments(tx, now)
  return 'recorded'
}

/** Closes an unpaid order unless it has ended already. */
export async function closeUnpaid(
  tx: Transaction,
  order: OrderRow,
  status: 'failed' | 'canceled',
  failure: OrderFailure | null,
): Promise<void> {
  await lockAccount(tx, order.userId)
  const [closed] = await tx
    .update(orders)
    .set({ status, failure, finishedAt: sql`now()`, askAt: null })
    .where(and(eq(orders.id, order.id), eq(orders.status, 'pending')))
    .returning({ id: orders.id })
  if (closed && order.cause === 'renewal') await markPastDue(tx, order)
}
