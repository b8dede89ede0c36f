import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { paymentProviders } from '#app/contract/orders.ts'
import type { Database } from '../../db/database.ts'
import { orders, payments as paymentRows } from '../../db/schema.ts'
import type { Payments } from '../../payments/payments.ts'
import { ForgedNotification, type Notification, PaymentError, type WebhookSubject } from '../../payments/provider.ts'
import type { Attempts } from '../accounts/attempts.ts'
import { Problem } from '../problem.ts'
import { askProvider } from './ask-provider.ts'
import { recordPayment } from './record-payment.ts'

export type TakeWebhookOptions = {
  payments: Payments
  attempts: Attempts
  logger: Logger
  providerId: string
  notification: Notification
}

/** An overloaded or silent service is asked again when its notification comes again. */
const retryAfter = 30

/**
 * Follows a provider's notification. It is only a hint: the provider is asked for the state of the payment, so the order and number of
 * notifications do not matter. Nothing is asked about a payment that no order of ours has opened. Throws for a notification that is
 * forged, and for one that the provider should send again.
 */
export async function takeWebhook(
  db: Database,
  { payments, attempts, logger, providerId, notification }: TakeWebhookOptions,
): Promise<void> {
  const id = paymentProviders.find((one) => one === providerId)
  const provider = id && payments.find(id)
  if (!provider) throw new Problem('not_found')
  const subject = await provider.readWebhook(notification).catch((error: unknown) => {
    if (!(error instanceof ForgedNotification)) throw error
    logger.warn({ provider: id, reason: error.message }, 'a forged payment notification was refused')
    throw new Problem('forged_notification', { cause: error })
  })
  const checkoutId = subject && (await findCheckout(db, id, subject))
  // Acknowledged like any other: an error would make the service repeat it for days.
  if (!checkoutId) return
  await attempts.noticesOfCheckout.take(checkoutId)
  const answer = await askProvider(db, provider, checkoutId).catch((cause: unknown) => {
    throw cause instanceof PaymentError ? new Problem('payment_unavailable', { cause, retryAfter }) : cause
  })
  const recorded = answer ? await recordPayment(db, { ...answer, provider: id }) : 'unknown_order'
  if (recorded !== 'recorded') logger.warn({ provider: id, checkout: checkoutId, recorded }, 'a payment notification was ignored')
}

/** The checkout of one of our orders, whatever has become of the order: refunds and late payments come when it is closed. */
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
