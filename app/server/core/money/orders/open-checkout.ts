import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Payments } from '#app/server/payments/payments.ts'
import { PaymentError } from '#app/server/payments/provider.ts'
import { Problem } from '../../problem.ts'
import { describeOrder } from './describe-order.ts'
import type { OrderRow } from './to-order.ts'

export type CheckoutOptions = { payments: Payments; siteUrl: string; locale: Locale }

/**
 * Opens the order's checkout at the provider, outside any transaction. After a crash in between, the next call opens the same checkout.
 * Throws `payment_unavailable`.
 */
export async function openCheckout(db: Database, order: OrderRow, { payments, siteUrl, locale }: CheckoutOptions): Promise<OrderRow> {
  if (order.checkoutId !== null || order.status !== 'pending') return order
  const provider = payments.find(order.provider)
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, order.userId))
  if (!provider || !user) throw new Problem('payment_unavailable')
  const page = `${siteUrl}/orders/${order.id}`
  const { checkoutId, url } = await provider
    .start({
      orderId: order.id,
      userId: order.userId,
      email: user.email,
      locale,
      description: describeOrder(order, locale),
      price: { amount: order.amount, currency: order.currency },
      saveMethod: order.kind === 'plan',
      method: await findMethod(db, order),
      returnUrl: page,
      cancelUrl: `${page}?left=true`,
    })
    .catch((cause: unknown) => {
      throw cause instanceof PaymentError ? new Problem('payment_unavailable', { cause }) : cause
    })
  const [opened] = await db
    .update(orders)
    .set({ checkoutId, checkoutUrl: url })
    .where(and(eq(orders.id, order.id), isNull(orders.checkoutId)))
    .returning()
  if (opened) return opened
  const [other] = await db.select().from(orders).where(eq(orders.id, order.id))
  return other ?? order
}

/** The payment method last saved for a plan at the same provider. */
async function findMethod(db: Database, { userId, provider }: OrderRow): Promise<string | null> {
  const [last] = await db
    .select({ method: subscriptions.method })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.provider, provider), isNotNull(subscriptions.method)))
    .orderBy(desc(subscriptions.id))
    .limit(1)
  return last?.method ?? null
}
