import { and, eq, isNull } from 'drizzle-orm'
import type { Logger } from 'pino'
import { validate } from 'uuid'
import { paymentProviders } from '#app/contract/money/orders.ts'
import type { Database } from '#app/server/db/database.ts'
import { orders, payments as paymentRows } from '#app/server/db/schema/payments.ts'
import type { Payments } from '#app/server/payments/payments.ts'
import { ForgedNotification, type Notification, PaymentError, type WebhookSubject } from '#app/server/payments/provider.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { Problem } from '../../problem.ts'
import { askProvider } from './ask-provider.ts'
import { addNoticeFailure, endNoticeFailures } from './notice-failures.ts'
import { recordPayment } from './record-payment.ts'

export type TakeWebhookOptions = {
  payments: Payments
  attempts: Attempts
  logger: Logger
  providerId: string
  notification: Notification
}

/** Seconds after which the provider should repeat the notification. */
const retryAfter = 30

/**
 * Handles a provider's notification as a hint: the provider is queried for the payment's state, so the order and number of notifications do
 * not matter. Only payments of our orders are queried. Throws for a forged notification, and for one that the provider should repeat.
 */
export async function takeWebhook(
  db: Database,
  { payments, attempts, logger, providerId, notification }: TakeWebhookOptions,
): Promise<void> {
  const id = paymentProviders.find((one) => one === providerId)
  const provider = id && payments.find(id)
  if (!provider) throw new Problem('not_found')
  const subject = await provider.readWebhook(notification).catch(async (error: unknown) => {
    if (!(error instanceof ForgedNotification)) throw error
    await addNoticeFailure(db, id)
    logger.warn({ provider: id, reason: error.message }, 'payment notification with an invalid signature refused')
    throw new Problem('forged_notification', { cause: error })
  })
  const known = subject && (await findCheckout(db, id, subject))
  const lost = subject && !known ? await findLostCharge(db, id, subject) : null
  const checkoutId = known ?? lost?.checkoutId
  // Acknowledged, because the provider would repeat a failed notification for days.
  if (!checkoutId) return
  await attempts.noticesOfCheckout.take(lost?.orderId ?? checkoutId)
  const answer = await askProvider(db, provider, checkoutId).catch(async (cause: unknown) => {
    if (cause instanceof PaymentError) await addNoticeFailure(db, id)
    throw cause instanceof PaymentError ? new Problem('payment_unavailable', { cause, retryAfter }) : cause
  })
  if (lost && answer?.facts.orderId === lost.orderId) await keepCheckout(db, lost)
  const recorded = answer ? await recordPayment(db, { ...answer, provider: id }) : 'unknown_order'
  await endNoticeFailures(db, id)
  if (recorded !== 'recorded') logger.warn({ provider: id, checkout: checkoutId, recorded }, 'payment notification ignored')
}

/** Finds the checkout of one of our orders in any state: refunds and late payments arrive after it is closed. */
async function findCheckout(db: Database, provider: (typeof paymentProviders)[number], subject: WebhookSubject): Promise<string | null> {
  if ('checkoutId' in subject) {
    const [order] = await db
      .select({ checkoutId: orders.checkoutId })
      .from(orders)
      .where(and(eq(orders.provider, provider), eq(orders.checkoutId, subject.checkoutId)))
    return order?.checkoutId ?? null
  }
  const [found] = await db
    .select({ checkoutId: orders.checkoutId })
    .from(paymentRows)
    .innerJoin(orders, eq(orders.id, paymentRows.orderId))
    .where(and(eq(paymentRows.provider, provider), eq(paymentRows.paymentId, subject.paymentId)))
  return found?.checkoutId ?? null
}

type LostCharge = { checkoutId: string; orderId: string }

/**
 * A charge whose answer was lost, and which is not sent again because its plan was canceled meanwhile, is known by its order alone. The
 * notification is a hint here, too: a payment is recorded for the order that the provider names.
 */
async function findLostCharge(
  db: Database,
  provider: (typeof paymentProviders)[number],
  subject: WebhookSubject,
): Promise<LostCharge | null> {
  if (!('checkoutId' in subject) || subject.orderId === undefined || !validate(subject.orderId)) return null
  const { checkoutId, orderId } = subject
  const isLost = and(eq(orders.id, orderId), eq(orders.provider, provider), eq(orders.cause, 'renewal'), isNull(orders.checkoutId))
  return (await db.$count(orders, isLost)) > 0 ? { checkoutId, orderId } : null
}

/** Refunds and later questions need it. */
async function keepCheckout(db: Database, { checkoutId, orderId }: LostCharge): Promise<void> {
  await db
    .update(orders)
    .set({ checkoutId })
    .where(and(eq(orders.id, orderId), isNull(orders.checkoutId)))
}
