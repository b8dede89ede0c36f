import type { Database } from '#app/server/db/database.ts'
import { type CheckoutOptions, openCheckout } from '../orders/open-checkout.ts'
import type { OrderRow } from '../orders/to-order.ts'
import { Problem } from '../../problem.ts'
import { lockAccount } from '../tokens/lock-account.ts'
import { requireSubscription } from '../payments/find-subscription.ts'
import { findOrMakeOrder } from './renew-subscription.ts'

/** Pays a failed charge manually; the method used is charged from then on. */
export async function paySubscription(db: Database, { userId, ...checkout }: CheckoutOptions & { userId: string }): Promise<OrderRow> {
  const order = await db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const subscription = await requireSubscription(tx, userId)
    if (subscription.status !== 'past_due') throw new Problem('nothing_to_change')
    return findOrMakeOrder(tx, subscription)
  })
  // Refused while an automatic charge is in progress.
  if (order.checkoutId !== null && order.checkoutUrl === null) throw new Problem('order_closed')
  return openCheckout(db, order, checkout)
}
