import { and, asc, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Logger } from 'pino'
import { payableStep, toMajor } from '#app/contract/money/minor-units.ts'
import type { OperatorOrderDetails } from '#app/contract/money/shop.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { payments as paymentRows, refunds } from '#app/server/db/schema/payments.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Payments } from '#app/server/payments/payments.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { type RefundRow, sendRefund } from '../../money/payments/send-refund.ts'
import { Problem } from '../../problem.ts'
import { noteReplay } from '../../replays.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { findOrderWithPayment, toOperatorOrder } from './orders.ts'

/** Returns an order with its refunds and what they depend on. Throws `not_found`. */
export async function getOrderDetails(db: Database, payments: Payments, id: string): Promise<OperatorOrderDetails> {
  const found = await findOrderWithPayment(db, id)
  const { order, payment } = found
  const rows = payment
    ? await db
        .select({ refund: refunds, actor: users.email })
        .from(refunds)
        .leftJoin(users, eq(users.id, refunds.actorId))
        .where(eq(refunds.paymentId, payment.id))
        .orderBy(asc(refunds.id))
    : []
  const [account] = await db
    .select({ available: tokenAccounts.available })
    .from(tokenAccounts)
    .where(eq(tokenAccounts.userId, order.userId))
  const isOpen = rows.some(({ refund }) => refund.status === 'pending')
  const mayRefund = payment && !isOpen && !isDisputed(payment) && payments.find(payment.provider) !== undefined
  return {
    order: toOperatorOrder(found),
    refunds: rows.map(({ refund, actor }) => ({
      id: refund.id,
      amount: { amount: refund.amount, currency: order.currency },
      status: refund.status,
      failure: refund.failure,
      reason: refund.reason,
      actor,
      created_at: refund.createdAt.toISOString(),
      finished_at: refund.finishedAt?.toISOString() ?? null,
    })),
    refundable: { amount: mayRefund ? payment.amount - payment.refunded : 0, currency: order.currency },
    available: account?.available ?? 0,
  }
}

/** Disputed money is the bank's to return: a refund would return it twice. */
const isDisputed = ({ dispute }: typeof paymentRows.$inferSelect) => dispute === 'open' || dispute === 'lost'

export type RefundOrderOptions = Act & {
  userId: string
  payments: Payments
  logger: Logger
  id: string
  /** Minor units. */
  amount: number
  idempotencyKey: string | undefined
}

/**
 * Starts a refund and sends it to the service. One whose answer is lost stays open, and is asked for until the service knows it. Throws
 * `not_found`, `not_refundable`, `refund_open`, `invalid_input` and `idempotency_conflict`.
 */
export async function refundOrder(
  db: Database,
  { payments, logger, id, amount, idempotencyKey, ...act }: RefundOrderOptions,
): Promise<OperatorOrderDetails> {
  const { order, payment } = await findOrderWithPayment(db, id)
  if (!payment || !payments.find(payment.provider) || order.checkoutId === null) throw new Problem('not_refundable')
  const refundId = await db.transaction(async (tx) => {
    await lockAccount(tx, order.userId)
    const repeated = await findRepeated(tx, act.userId, idempotencyKey)
    if (repeated) {
      if (repeated.paymentId !== payment.id || repeated.amount !== amount || repeated.reason !== act.reason)
        throw new Problem('idempotency_conflict')
      noteReplay()
      return repeated.id
    }
    const [paid] = await tx.select().from(paymentRows).where(eq(paymentRows.id, payment.id))
    if (!paid || isDisputed(paid)) throw new Problem('not_refundable')
    const open = await tx.$count(refunds, and(eq(refunds.paymentId, paid.id), eq(refunds.status, 'pending')))
    if (open > 0) throw new Problem('refund_open')
    const left = paid.amount - paid.refunded
    if (left === 0) throw new Problem('not_refundable')
    if (amount > left) throw new Problem('invalid_input', { fields: { amount: 'too_large' } })
    if (amount % payableStep(paid.currency) !== 0) throw new Problem('invalid_input', { fields: { amount: 'amount_step' } })
    const [made] = await tx
      .insert(refunds)
      .values({
        id: uuidv7(),
        paymentId: paid.id,
        amount,
        refundedBefore: paid.refunded,
        status: 'pending',
        reason: act.reason,
        actorId: act.userId,
        idempotencyKey: idempotencyKey ?? null,
        askAt: sql`now() + interval '1 minute'`,
      })
      .returning({ id: refunds.id })
    if (!made) throw new Error('The refund was not inserted.')
    await recordAct(tx, {
      ...act,
      action: 'order_refunded',
      personId: order.userId,
      before: { refunded: toMajor(paid.refunded, paid.currency) },
      after: { subject: id, refund: made.id, amount: toMajor(amount, paid.currency), currency: paid.currency },
    })
    return made.id
  })
  await sendRefund(db, refundId, { payments, logger, onEnd: recordEndedRefund })
  return getOrderDetails(db, payments, id)
}

async function findRepeated(tx: Transaction, userId: string, idempotencyKey: string | undefined): Promise<RefundRow | undefined> {
  if (idempotencyKey === undefined) return undefined
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.actorId, userId), eq(refunds.idempotencyKey, idempotencyKey)))
  return row
}

/** Writes the outcome of a refund to the audit log, in the transaction that ends it. */
export async function recordEndedRefund(tx: Transaction, refund: RefundRow): Promise<void> {
  const [payment] = await tx.select().from(paymentRows).where(eq(paymentRows.id, refund.paymentId))
  if (!payment) return
  await recordAct(tx, {
    userId: refund.actorId,
    address: null,
    reason: refund.reason,
    action: 'refund_ended',
    personId: payment.userId,
    after: {
      subject: payment.orderId,
      refund: refund.id,
      status: refund.failure ?? refund.status,
      refunded: toMajor(payment.refunded, payment.currency),
      currency: payment.currency,
      tokens_taken: payment.taken,
    },
  })
}
