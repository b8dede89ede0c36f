import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { findByKey, hashOf } from '../orders/create-order.ts'
import { type CheckoutOptions, openCheckout } from '../orders/open-checkout.ts'
import type { OrderRow } from '../orders/to-order.ts'
import { Problem } from '../../problem.ts'
import { lockAccount } from '../tokens/lock-account.ts'
import { requireSubscription } from '../payments/find-subscription.ts'
import { findOrMakeOrder } from './renew-subscription.ts'

export type PaySubscriptionOptions = CheckoutOptions & {
  userId: string
  /** A second request with the same key returns the first one's order. */
  idempotencyKey?: string | undefined
}

/** Pays a failed charge manually; the method used is charged from then on. */
export async function paySubscription(db: Database, { userId, idempotencyKey, ...checkout }: PaySubscriptionOptions): Promise<OrderRow> {
  const keyed = idempotencyKey === undefined ? {} : { idempotencyKey, idempotencyHash: hashOf({ pays: 'the failed charge' }) }
  const order = await db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const earlier = await findByKey(tx, { userId, ...keyed })
    if (earlier) return earlier
    const subscription = await requireSubscription(tx, userId)
    if (subscription.status !== 'past_due') throw new Problem('nothing_to_change')
    const due = await findOrMakeOrder(tx, subscription)
    // An order that another key has opened keeps that key.
    if (idempotencyKey !== undefined)
      await tx
        .update(orders)
        .set(keyed)
        .where(and(eq(orders.id, due.id), isNull(orders.idempotencyKey)))
    return due
  })
  // Refused while an automatic charge is in progress.
  if (order.status === 'pending' && order.checkoutId !== null && order.checkoutUrl === null) throw new Problem('order_closed')
  return openCheckout(db, order, checkout)
}
