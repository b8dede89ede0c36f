import { and, eq, getTableColumns, isNull, lte, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { RefundFailure } from '#app/contract/money/refunds.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { orders, payments, refunds } from '#app/server/db/schema/payments.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Payments } from '#app/server/payments/payments.ts'
import { PaymentError, type PaymentProvider, type RefundFacts, type RefundRequest } from '#app/server/payments/provider.ts'
import { describeOrder } from '../orders/describe-order.ts'
import { partiesOf } from '../referrals/parties-of.ts'
import { lockAccounts } from '../tokens/lock-account.ts'
import { checkOrder } from './check-order.ts'
import type { Payment } from './grant-for-payment.ts'
import { issueDocuments } from './issue-document.ts'
import { settleRefund } from './settle-refund.ts'

export type RefundRow = typeof refunds.$inferSelect

/** Services remember idempotency keys for a day; an older refund is only looked for. */
const keyLasts = sql`interval '20 hours'`
/** Longer than a service may take to answer. */
const lease = sql`interval '45 seconds'`
const atOnce = 50

export type SendRefundOptions = {
  payments: Payments
  logger: Logger
  /** Called in the transaction that ends a refund. */
  onEnd?: (tx: Transaction, ended: RefundRow) => Promise<void>
}

/**
 * Carries a refund out, or asks for its outcome. May be called any number of times, by several processes at once, and after a crash: one
 * process at a time asks, the refund's id is the key at the service, and a refund that was tried before is looked for first.
 */
export async function sendRefund(db: Database, id: string, options: SendRefundOptions): Promise<void> {
  const isFree = or(isNull(refunds.leasedUntil), lte(refunds.leasedUntil, sql`now()`))
  const [row] = await db
    .update(refunds)
    .set({ asks: sql`${refunds.asks} + 1`, askAt: nextAsk, leasedUntil: sql`now() + ${lease}` })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending'), isFree))
    .returning({ ...getTableColumns(refunds), isFresh: sql<boolean>`${refunds.createdAt} > now() - ${keyLasts}` })
  if (!row) return
  try {
    await sendLeased(db, row, options)
  } finally {
    await db.update(refunds).set({ leasedUntil: null }).where(eq(refunds.id, id))
  }
}

async function sendLeased(db: Database, row: RefundRow & { isFresh: boolean }, options: SendRefundOptions): Promise<void> {
  const [paid] = await db
    .select({ payment: payments, order: orders, email: users.email, locale: users.locale })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, payments.userId))
    .where(eq(payments.id, row.paymentId))
  const provider = paid && options.payments.find(paid.payment.provider)
  if (!provider || paid.order.checkoutId === null) return
  const request: RefundRequest = {
    id: row.id,
    checkoutId: paid.order.checkoutId,
    paymentId: paid.payment.paymentId,
    amount: { amount: row.amount, currency: paid.payment.currency },
    description: describeOrder(paid.order, paid.locale),
    email: paid.email,
  }
  const isSucceeded = await settle(db, { provider, request, isFirst: row.asks === 1, isFresh: row.isFresh, options })
  // The service also knows what was refunded in its dashboard.
  if (isSucceeded)
    await checkOrder(db, paid.order, options).catch((error: unknown) => options.logger.warn({ err: error }, 'order check failed'))
}

type Attempt = { provider: PaymentProvider; request: RefundRequest; isFirst: boolean; isFresh: boolean; options: SendRefundOptions }

async function settle(db: Database, { provider, request, isFirst, isFresh, options }: Attempt): Promise<boolean> {
  try {
    const known = isFirst ? null : await provider.findRefund(request)
    if (!known && !isFresh) return await endRefund(db, request.id, 'unanswered', options)
    return await takeAnswer(db, request.id, known ?? (await provider.refund(request)), options)
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    options.logger.warn({ err: error, refund: request.id }, 'refund not confirmed')
    if (error.reason === 'unreachable') return false
    // A refusal may follow a success whose answer was lost.
    const found = await provider.findRefund(request).catch(() => undefined)
    if (found === undefined) return false
    return found ? takeAnswer(db, request.id, found, options) : endRefund(db, request.id, 'refused', options)
  }
}

async function takeAnswer(
  db: Database,
  id: string,
  { id: providerRefundId, state }: RefundFacts,
  options: SendRefundOptions,
): Promise<boolean> {
  if (state === 'pending') {
    await db.update(refunds).set({ providerRefundId }).where(eq(refunds.id, id))
    return false
  }
  return endRefund(db, id, state === 'failed' ? 'canceled' : null, options, providerRefundId)
}

/** Ends a refund once. A success is recorded with the payment in the same transaction, and reverses its tokens. Returns whether it succeeded. */
async function endRefund(
  db: Database,
  id: string,
  failure: RefundFailure | null,
  { onEnd }: SendRefundOptions,
  providerRefundId: string | null = null,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({ userId: payments.userId })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(refunds.id, id))
    if (!known) return false
    // A refund reverses the reward of an invitation too.
    await lockAccounts(tx, await partiesOf(tx, known.userId))
    const [ended] = await tx
      .update(refunds)
      .set({
        status: failure ? 'failed' : 'succeeded',
        failure,
        askAt: null,
        finishedAt: sql`now()`,
        ...(providerRefundId !== null && { providerRefundId }),
      })
      .where(and(eq(refunds.id, id), eq(refunds.status, 'pending')))
      .returning()
    if (!ended) return false
    const payment = failure ? null : await recordRefunded(tx, ended)
    await onEnd?.(tx, ended)
    // Last, because all payments count with the same row.
    if (payment) await issueDocuments(tx, payment)
    return !failure
  })
}

/** Raises what is recorded as refunded: the service's next answer can only be more. */
async function recordRefunded(tx: Transaction, { paymentId, refundedBefore, amount }: RefundRow): Promise<Payment> {
  const [payment] = await tx
    .update(payments)
    .set({ refunded: sql`least(${payments.amount}, greatest(${payments.refunded}, ${refundedBefore + amount}::bigint))` })
    .where(eq(payments.id, paymentId))
    .returning()
  if (!payment) throw new Error(`there is no payment ${paymentId}`)
  await settleRefund(tx, paymentId)
  return payment
}

const nextAsk = sql`now() + least(interval '1 minute' * power(2, least(${refunds.asks}, 10)), interval '1 hour')`

/** Asks for the outcome of open refunds that are due. */
export async function sweepRefunds(db: Database, options: SendRefundOptions): Promise<void> {
  const due = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(lte(refunds.askAt, sql`now()`))
    .orderBy(refunds.askAt)
    .limit(atOnce)
  for (const { id } of due)
    await sendRefund(db, id, options).catch((error: unknown) => options.logger.warn({ err: error, refund: id }, 'refund failed'))
}
