import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { orders } from '../../db/schema.ts'
import { Problem } from '../problem.ts'
import { checkOrder, type CheckOrderOptions } from './check-order.ts'
import { findOrder } from './find-order.ts'
import { closeUnpaid } from './record-payment.ts'
import type { OrderRow } from './to-order.ts'

export type CancelOrderOptions = CheckOrderOptions & { userId: string; id: string }

/** Gives an unpaid order up. The provider is asked first: one that has been paid by now is paid. */
export async function cancelOrder(db: Database, { userId, id, ...options }: CancelOrderOptions): Promise<OrderRow> {
  const order = await findOrder(db, { userId, id })
  if (order.status === 'canceled') return order
  if (order.status !== 'pending' || order.cause === 'renewal') throw new Problem('order_closed')
  await giveUpCheckout(order, options)
  await checkOrder(db, order, options).catch((error: unknown) => options.logger.warn({ err: error }, 'an order was not checked'))
  await db.transaction((tx) => closeUnpaid(tx, order, 'canceled', null))
  // Whether it is paid after all is asked once more, an hour later.
  await db
    .update(orders)
    .set({ askAt: sql`now() + interval '1 hour'`, asks: 0 })
    .where(and(eq(orders.id, id), eq(orders.status, 'canceled')))
  return findOrder(db, { userId, id })
}

/** A checkout that cannot be closed runs out by itself. */
export async function giveUpCheckout({ checkoutId, provider }: OrderRow, { payments, logger }: CheckOrderOptions): Promise<void> {
  if (checkoutId === null) return
  await payments
    .find(provider)
    ?.cancel(checkoutId)
    .catch((error: unknown) => logger.warn({ err: error }, 'a checkout was not closed'))
}
