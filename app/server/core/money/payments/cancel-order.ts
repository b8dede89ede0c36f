import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { Problem } from '../../problem.ts'
import { checkOrder, type CheckOrderOptions } from './check-order.ts'
import { findOrder } from '../orders/find-order.ts'
import { closeUnpaid } from './record-payment.ts'
import type { OrderRow } from '../orders/to-order.ts'

export type CancelOrderOptions = CheckOrderOptions & { userId: string; id: string }

/** Cancels an unpaid order. The provider is queried first: the order may have been paid in the meantime. */
export async function cancelOrder(db: Database, { userId, id, ...options }: CancelOrderOptions): Promise<OrderRow> {
  const order = await findOrder(db, { userId, id })
  if (order.status === 'canceled') return order
  if (order.status !== 'pending' || order.cause === 'renewal') throw new Problem('order_closed')
  await giveUpCheckout(order, options)
  await checkOrder(db, order, options).catch((error: unknown) => options.logger.warn({ err: error }, 'order check failed'))
  await db.transaction((tx) => closeUnpaid(tx, order, 'canceled', null))
  // Queried once more after an hour, in case it is paid after all.
  await db
    .update(orders)
    .set({ askAt: sql`now() + interval '1 hour'`, asks: 0 })
    .where(and(eq(orders.id, id), eq(orders.status, 'canceled')))
  return findOrder(db, { userId, id })
}

/** A checkout that cannot be closed expires by itself. */
export async function giveUpCheckout({ checkoutId, provider }: OrderRow, { payments, logger }: CheckOrderOptions): Promise<void> {
  if (checkoutId === null) return
  await payments
    .find(provider)
    ?.cancel(checkoutId)
    .catch((error: unknown) => logger.warn({ err: error }, 'checkout could not be closed'))
}
