import { and, eq, isNull, ne, or } from 'drizzle-orm'
import type { PlanPeriod } from '#app/contract/base/periods.ts'
import type { Database } from '#app/server/db/database.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { giveUpCheckout } from '../payments/cancel-order.ts'
import type { CheckOrderOptions } from '../payments/check-order.ts'
import { readShop } from '../shop/shop.ts'
import { findByKey, hashOf, insertOrder } from '../orders/create-order.ts'
import { type CheckoutOptions, openCheckout } from '../orders/open-checkout.ts'
import { closeUnpaid } from '../payments/record-payment.ts'
import type { OrderRow } from '../orders/to-order.ts'
import { Problem } from '../../problem.ts'
import { requireSubscription, type SubscriptionRow } from '../payments/find-subscription.ts'
import { changeOf } from './quote-change.ts'

export type ChangePlanOptions = CheckoutOptions &
  CheckOrderOptions & { userId: string; plan: string; period: PlanPeriod; idempotencyKey?: string | undefined }

/** Applies a change as `quoteChange` quotes it. A change with a price creates an order, and takes effect when it is paid. */
export async function changePlan(
  db: Database,
  { userId, plan, period, idempotencyKey, ...options }: ChangePlanOptions,
): Promise<OrderRow | null> {
  const keyed = idempotencyKey === undefined ? {} : { idempotencyKey, idempotencyHash: hashOf({ changes: plan, period }) }
  // Once it is paid, the plan is the new one, to which nothing can be changed.
  const earlier = await findByKey(db, { userId, ...keyed })
  if (earlier) return openCheckout(db, earlier, options)
  const subscription = await requireSubscription(db, userId)
  const change = await changeOf(db, subscription, { plan, period })
  if (change.when === 'none') {
    if (subscription.next === null) throw new Problem('nothing_to_change')
    await setNext(db, subscription, null)
    return null
  }
  if (change.when === 'period_end' || change.due === null || change.credit === null) {
    await setNext(db, subscription, change.to)
    return null
  }
  await dropEarlierChanges(db, subscription, { ...options, idempotencyKey })
  const order = await insertOrder(db, {
    userId,
    kind: 'plan',
    cause: 'change',
    item: plan,
    period,
    tokens: change.to.tokens_per_month,
    ...change.due,
    credit: change.credit.amount,
    shopVersion: (await readShop(db)).version,
    subscriptionId: subscription.id,
    provider: subscription.provider,
    ...keyed,
  })
  return openCheckout(db, order, options)
}

/** A change at the end of the period undoes a cancellation, and is to be charged. The notice of the charge is sent again with its price. */
async function setNext(db: Database, { id }: SubscriptionRow, next: SubscriptionRow['next']): Promise<void> {
  const changed = await db
    .update(subscriptions)
    .set({ next, cancelAtEnd: false, noticedFor: null })
    .where(and(eq(subscriptions.id, id), isNull(subscriptions.methodRemovedAt)))
    .returning({ id: subscriptions.id })
  if (changed.length === 0) throw new Problem('method_removed')
}

type DropOptions = CheckOrderOptions & { idempotencyKey: string | undefined }

/** Drops earlier unpaid changes, so that their credit applies to the new one, but not that of a parallel request with the same key. */
async function dropEarlierChanges(db: Database, { id }: SubscriptionRow, { idempotencyKey, ...options }: DropOptions): Promise<void> {
  const others = idempotencyKey === undefined ? undefined : or(isNull(orders.idempotencyKey), ne(orders.idempotencyKey, idempotencyKey))
  const earlier = await db
    .select()
    .from(orders)
    .where(and(eq(orders.subscriptionId, id), eq(orders.cause, 'change'), eq(orders.status, 'pending'), others))
  for (const order of earlier) {
    await giveUpCheckout(order, options)
    await db.transaction((tx) => closeUnpaid(tx, order, 'canceled', null))
  }
}
