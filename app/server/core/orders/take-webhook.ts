import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { paymentProviders } from '#app/contract/orders.ts'
import type { Database } from '../../db/database.ts'
import { orders, payments as paymentRows } from '../../db/schema.ts'
import type { Payments } from '../../payments/payments.ts'
import { ForgedNotification, type Notification, PaymentError, type WebhookSubject } from '../../payments/provider.ts'
import { Problem } from '../problem.ts'
import { recordPayment } from './record-payment.ts'

export type TakeWebhookOptions = { payments: Payments; logger: Logger; providerId: string; notification: Notification }

/**
 * A provider tells of something. It is only a hint: the provider is asked for what is so now, which makes the order in which
 * notifications come, and how often, of no account. Throws where it should be sent again, and for what is not from the provider.
 */
export async function takeWebhook(db: Database, { payments, logger, providerId, notification }: TakeWebhookOptions): Promise<void> {
  const id = paymentProviders.find((one) => one === providerId)
  const provider = id && payments.find(id)
  if (!provider) throw new Problem('not_found')
  const subject = await provider.readWebhook(notification).catch((error: unknown) => {
    if (!(error instanceof ForgedNotification)) throw error
    logger.warn({ provider: id, reason: error.message }, 'a forged payment notification was refused')
    throw new Problem('forged_notification', { cause: error })
  })
  const checkoutId = subject && (await findCheckout(db, id, subject))
  if (!checkoutId) return
  const facts = await provider.ask(checkoutId).catch((cause: unknown) => {
    throw cause instanceof PaymentError ? new Problem('payment_unavailable', { cause }) : cause
  })
  const recorded = facts ? await recordPayment(db, { provider: id, facts }) : 'unknown_order'
  if (recorded !== 'recorded') logger.warn({ provider: id, checkout: checkoutId, recorded }, 'a payment notification was ignored')
}

async function findCheckout(db: Database, provider: (typeof paymentProviders)[number], subject: WebhookSubject): Promise<string | null> {
  if ('checkoutId' in subject) return subject.checkoutId
  const [found] = await db
    .select({ checkoutId: orders.checkoutId })
    .from(paymentRows)
    .innerJoin(orders, eq(orders.id, paymentRows.orderId))
    .where(and(eq(paymentRows.provider, provider), eq(paymentRows.paymentId, subject.paymentId)))
  return found?.checkoutId ?? null
}
