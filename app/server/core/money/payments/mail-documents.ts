import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#app/server/db/database.ts'
import { orders, paymentDocuments, payments } from '#app/server/db/schema/payments.ts'
import { paidPeriods } from '#app/server/db/schema/plan-periods.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { type PaymentMailOptions, writePaymentMail } from '#app/server/mail/payment-mail.ts'
import { describeOrder } from '../orders/describe-order.ts'
import { writeNumber } from '../orders/read-documents.ts'
import type { SubscriptionRow } from './find-subscription.ts'
import { tokensOfRefund } from './settle-refund.ts'

export type MailDocumentsOptions = { mailer: Mailer; siteUrl: string; logger: Logger }

const atOnce = 100

/**
 * Emails people the receipts and credit notes that payments have issued. A document is written in the transaction of its payment or refund,
 * so none is forgotten; the process that marks it sends the email, so none is sent twice.
 */
export async function mailDocuments(db: Database, { mailer, siteUrl, logger }: MailDocumentsOptions): Promise<void> {
  const unsent = isNull(paymentDocuments.mailedAt)
  const due = await db
    .select({ id: paymentDocuments.id })
    .from(paymentDocuments)
    .where(unsent)
    .orderBy(paymentDocuments.createdAt)
    .limit(atOnce)
  for (const { id } of due) {
    // An email lost in a crash is better than a duplicate.
    const claimed = await db
      .update(paymentDocuments)
      .set({ mailedAt: sql`now()` })
      .where(and(eq(paymentDocuments.id, id), unsent))
      .returning({ id: paymentDocuments.id })
    const content = claimed.length > 0 ? await readContent(db, id) : undefined
    if (!content) continue
    await mailer
      .send(writePaymentMail({ ...content, siteUrl }))
      .catch((error: unknown) => logger.error({ err: error, document: id }, 'email delivery failed'))
  }
  if (due.length === atOnce) await mailDocuments(db, { mailer, siteUrl, logger })
}

async function readContent(db: Database, id: string): Promise<Omit<PaymentMailOptions, 'siteUrl'> | undefined> {
  const [row] = await db
    .select({ document: paymentDocuments, payment: payments, order: orders, user: users, subscription: subscriptions })
    .from(paymentDocuments)
    .innerJoin(payments, eq(payments.id, paymentDocuments.paymentId))
    .innerJoin(orders, eq(orders.id, paymentDocuments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(paidPeriods, eq(paidPeriods.paymentId, payments.id))
    .leftJoin(subscriptions, eq(subscriptions.id, paidPeriods.subscriptionId))
    .where(and(eq(paymentDocuments.id, id), isNull(users.erasedAt)))
  if (!row) return undefined
  const { document, payment, order, user, subscription } = row
  const isRefund = document.kind === 'credit_note'
  return {
    to: user.email,
    locale: user.locale,
    timeZone: user.timeZone,
    kind: isRefund ? 'refund' : order.cause === 'renewal' ? 'renewal' : 'payment',
    orderId: order.id,
    number: writeNumber(document),
    test: document.test,
    at: document.createdAt,
    price: { amount: document.amount, currency: payment.currency },
    item: describeOrder(order, user.locale),
    tokens: isRefund ? tokensOfRefund(payment, document) : payment.tokens,
    plan: subscription && planAfter(subscription),
  }
}

function planAfter({ status, paidUntil, cancelAtEnd, next, amount, currency }: SubscriptionRow): PaymentMailOptions['plan'] {
  if (status === 'ended') return { ended: true }
  return { ended: false, until: paidUntil, next: cancelAtEnd ? null : (next?.price ?? { amount, currency }) }
}
