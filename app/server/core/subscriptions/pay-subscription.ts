import type { Database } from '../../db/database.ts'
import { type CheckoutOptions, openCheckout } from '../orders/open-checkout.ts'
import type { OrderRow } from '../orders/to-order.ts'
import { Problem } from '../problem.ts'
import { lockAccount } from '../tokens/lock-account.ts'
import { requireSubscription } from './find-subscription.ts'
import { findOrMakeOrder } from './renew-subscription.ts'

/** A period that could not be charged for is paid by hand; what is paid with is what is charged from then on. */
export async function paySubscription(db: Database, { userId, ...checkout }: CheckoutOptions & { userId: string }): Promise<OrderRow> {
  const order = await db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const subscription = await requireSubscription(tx, userId)
    if (subscription.status !== 'past_due') throw new Problem('nothing_to_change')
    return findOrMakeOrder(tx, subscription)
  })
  // A charge that is under way is not paid a second time.
  if (order.checkoutId !== null && order.checkoutUrl === null) throw new Problem('order_closed')
  return openCheckout(db, order, checkout)
}
