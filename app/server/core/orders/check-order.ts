import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { orders } from '../../db/schema.ts'
import type { Payments } from '../../payments/payments.ts'
import { askProvider } from './ask-provider.ts'
import { recordPayment } from './record-payment.ts'
import type { OrderRow } from './to-order.ts'

export type CheckOrderOptions = { payments: Payments; logger: Logger }

/** Asks the provider what has become of an order, and makes it ours. Throws `PaymentError` where nobody answers. */
export async function checkOrder(db: Database, order: OrderRow, { payments, logger }: CheckOrderOptions): Promise<void> {
  if (order.checkoutId === null) return
  const provider = payments.find(order.provider)
  const answer = provider && (await askProvider(db, provider, order.checkoutId))
  if (!answer) return
  const recorded = await recordPayment(db, { ...answer, provider: order.provider })
  if (recorded !== 'recorded') logger.error({ order: order.id, provider: order.provider, recorded }, 'a payment was not recorded')
}

/** The same for whoever waits in front of a page: as often as they like, but the provider is asked every two seconds at most. */
export async function checkOrderNow(db: Database, order: OrderRow, options: CheckOrderOptions): Promise<OrderRow> {
  if (order.status !== 'pending') return order
  const rested = or(isNull(orders.askedAt), lt(orders.askedAt, sql`now() - interval '2 seconds'`))
  const [claimed] = await db
    .update(orders)
    .set({ askedAt: sql`now()` })
    .where(and(eq(orders.id, order.id), rested))
    .returning()
  if (claimed)
    await checkOrder(db, claimed, options).catch((error: unknown) => options.logger.warn({ err: error }, 'an order was not checked'))
  const [now] = await db.select().from(orders).where(eq(orders.id, order.id))
  return now ?? order
}
