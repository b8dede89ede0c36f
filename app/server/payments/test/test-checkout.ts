import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { testPayments, testRefunds } from '../../db/schema/payments.ts'
import { ForgedNotification, PaymentError, type PaymentFacts, type PaymentProvider } from '../provider.ts'

/** Delay of a late payment in seconds. */
const lateSeconds = 60
/** Saved methods: charging the first succeeds, charging the second is declined. */
const goodMethod = 'test-card'
const emptyMethod = 'test-card-without-money'

/**
 * Opens a provider that moves no money: its checkout is a page of the app where the person chooses the outcome. Its payments are in a
 * separate table that no other code reads.
 */
export function openTestCheckout({ db }: { db: Database }): PaymentProvider {
  const idOf = (orderId: string) => `test_${orderId}`
  return {
    id: 'test',
    currencies: 'all',
    async start({ orderId, userId, price }) {
      const id = idOf(orderId)
      await db
        .insert(testPayments)
        .values({ id, orderId, userId, ...price })
        .onConflictDoNothing()
      return { checkoutId: id, url: `/checkout/${orderId}` }
    },
    async charge({ orderId, userId, price, method }) {
      if (method !== goodMethod) throw new PaymentError('declined', 'the test method has no money')
      const id = idOf(orderId)
      await db
        .insert(testPayments)
        .values({ id, orderId, userId, ...price, outcome: 'paid', chosenAt: sql`now()` })
        .onConflictDoNothing()
      return { checkoutId: id }
    },
    async ask(checkoutId) {
      const [payment] = await db
        .select({
          orderId: testPayments.orderId,
          userId: testPayments.userId,
          amount: testPayments.amount,
          currency: testPayments.currency,
          outcome: testPayments.outcome,
          arrived: sql<boolean>`coalesce(${testPayments.chosenAt} <= now() - make_interval(secs => ${lateSeconds}), false)`,
        })
        .from(testPayments)
        .where(eq(testPayments.id, checkoutId))
      if (!payment) return null
      const { outcome, arrived, ...known } = payment
      const state = stateOf(outcome, arrived)
      const method = outcome === 'paid_once' ? emptyMethod : goodMethod
      const methodLabel = { type: 'bank_card', last4: outcome === 'paid_once' ? '0002' : '4242' }
      const refunded = await refundedOf(db, checkoutId)
      return { ...known, state, paymentId: state === 'paid' ? checkoutId : null, refunded, dispute: null, method, methodLabel }
    },
    async refund({ id, checkoutId, amount }) {
      await db.transaction(async (tx) => {
        // Serializes refunds of the payment, so that together they do not exceed it.
        const [payment] = await tx
          .select({ paid: testPayments.amount })
          .from(testPayments)
          .where(eq(testPayments.id, checkoutId))
          .for('no key update')
        const [known] = await tx.select({ id: testRefunds.id }).from(testRefunds).where(eq(testRefunds.id, id))
        if (known) return
        if (!payment || (await refundedOf(tx, checkoutId)) + amount.amount > payment.paid)
          throw new PaymentError('refused', 'the refund exceeds the payment')
        await tx.insert(testRefunds).values({ id, testPaymentId: checkoutId, amount: amount.amount })
      })
      return { id, state: 'succeeded' }
    },
    async findRefund({ id }) {
      const [known] = await db.select({ id: testRefunds.id }).from(testRefunds).where(eq(testRefunds.id, id))
      return known ? { id, state: 'succeeded' } : null
    },
    readWebhook: async () => {
      throw new ForgedNotification('the test checkout sends no notifications')
    },
    async cancel(checkoutId) {
      await db
        .update(testPayments)
        .set({ outcome: 'canceled' })
        .where(sql`${testPayments.id} = ${checkoutId} and ${testPayments.outcome} is null`)
    },
  }
}

async function refundedOf(db: Database | Transaction, checkoutId: string): Promise<number> {
  const [sum] = await db
    .select({ amount: sql<number>`coalesce(sum(${testRefunds.amount}), 0)::float8` })
    .from(testRefunds)
    .where(eq(testRefunds.testPaymentId, checkoutId))
  return sum?.amount ?? 0
}

function stateOf(outcome: (typeof testPayments.$inferSelect)['outcome'], arrived: boolean): PaymentFacts['state'] {
  switch (outcome) {
    case 'paid':
    case 'paid_once':
      return 'paid'
    case 'late':
      return arrived ? 'paid' : 'pending'
    case 'declined':
      return 'failed'
    case 'canceled':
      return 'canceled'
    case 'pending':
    case null:
      return 'pending'
  }
}
