import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#app/server/db/database.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import type { Payments } from '#app/server/payments/payments.ts'
import { askProvider } from './ask-provider.ts'
import { recordPayment } from './record-payment.ts'
import type { OrderRow } from '../orders/to-order.ts'

export type CheckOrderOptions = { payments: Payments; logger: Logger }

/** Queries the provider and records the state of an order. Throws `PaymentError` when it does not answer. */
export async function checkOrder(db: Database, order: OrderRow, { payments, logger }: CheckOrderOptions): Promise<void> {
  if (order.checkoutId === null) return
  const provider = payments.find(order.provider)
  const answer = provider && (await askProvider(db, provider, order.checkoutId))
  if (!answer) return
  const recorded = await recordPayment(db, { ...answer, provider: order.provider })
  if (recorded !== 'recorded') logger.error({ order: order.id, provider: order.provider, recorded }, 'payment not recorded')
}

/** Checks an order for a waiting page. It may be called at any rate, but the provider is queried at most every two seconds. */
export async function checkOrderNow(db: Database, order: OrderRow, options: CheckOrderOptions): Promise<OrderRow> {
  if (order.status !== 'pending') return order
  const rested = or(isNull(orders.askedAt), lt(orders.askedAt, sql`now() - interval '2 seconds'`))
  const [claimed] = await db
    .update(orders)
    .set({ askedAt: sql`now()` })
    .where(and(eq(orders.id, order.id), rested))
    .returning()
  if (claimed) await checkOrder(db, claimed, options).catch((error: unknown) => options.logger.warn({ err: error }, 'order check failed'))
  const [now] = await db.select().from(orders).where(eq(orders.id, order.id))
  return now ?? order
}
