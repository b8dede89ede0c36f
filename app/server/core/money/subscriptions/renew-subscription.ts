import { and, eq, isNull, lte, ne, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { users } from '#app/server/db/schema/users.ts'
import { PaymentError } from '#app/server/payments/provider.ts'
import { checkOrder, type CheckOrderOptions } from '../payments/check-order.ts'
import { describeOrder } from '../orders/describe-order.ts'
import { closeUnpaid } from '../payments/record-payment.ts'
import type { OrderRow } from '../orders/to-order.ts'
import { lockAccount } from '../tokens/lock-account.ts'
import { type SubscriptionRow, termsOfSubscription } from '../payments/find-subscription.ts'

/** Time for which a charge is retried with the same idempotency key; providers remember keys for a limited time. */
const tryFor = sql`interval '20 hours'`

export type RenewSubscriptionOptions = CheckOrderOptions & { id: string; userId: string }

/** Renews a due subscription: inserts an order, then charges, outside any transaction. */
export async function renewSubscription(db: Database, { id, userId, ...options }: RenewSubscriptionOptions): Promise<void> {
  const due = await db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const isDue = and(eq(subscriptions.id, id), ne(subscriptions.status, 'ended'), lte(subscriptions.renewAt, sql`now()`))
    // After a crash in between, another process resumes the same order an hour later.
    const [subscription] = await tx
      .update(subscriptions)
      .set({ renewAt: sql`now() + interval '1 hour'` })
      .where(and(isDue, eq(subscriptions.cancelAtEnd, false)))
      .returning()
    return subscription && { subscription, order: await startCharging(tx, await findOrMakeOrder(tx, subscription)) }
  })
  if (!due) return
  const { subscription, order } = due
  if (order.checkoutId !== null) return checkOrder(db, order, options)
  await charge(db, { subscription, order, options })
}

/** Finds the pending order or creates one. An order that a person is paying counts too, so nothing is charged twice. */
export async function findOrMakeOrder(tx: Transaction, subscription: SubscriptionRow): Promise<OrderRow> {
  const pending = and(eq(orders.subscriptionId, subscription.id), eq(orders.cause, 'renewal'), eq(orders.status, 'pending'))
  const [known] = await tx.select().from(orders).where(pending)
  if (known) return known
  const { plan, period, tokens_per_month, price } = subscription.next ?? termsOfSubscription(subscription)
  const [made] = await tx
    .insert(orders)
    .values({
      id: uuidv7(),
      userId: subscription.userId,
      kind: 'plan',
      cause: 'renewal',
      item: plan,
      period,
      tokens: tokens_per_month,
      ...price,
      subscriptionId: subscription.id,
      shopVersion: subscription.shopVersion,
      provider: subscription.provider,
      status: 'pending',
      askAt: sql`now() + interval '1 minute'`,
    })
    .returning()
  if (!made) throw new Error('The order was not inserted.')
  return made
}

/** Longer than a request waits in the queue of a provider and for its answer. A killed process sends nothing more. */
const chargingFor = sql`interval '1 minute'`

/** Announces a charge before its request is sent, so that a removal of the method waits for it. */
async function startCharging(tx: Transaction, order: OrderRow): Promise<OrderRow> {
  if (order.checkoutId !== null) return order
  await tx
    .update(orders)
    .set({ chargingUntil: sql`now() + ${chargingFor}` })
    .where(eq(orders.id, order.id))
  return order
}

const endCharging = (db: Database | Transaction, { id }: OrderRow) =>
  db.update(orders).set({ chargingUntil: null }).where(eq(orders.id, id))

type Charge = { subscription: SubscriptionRow; order: OrderRow; options: CheckOrderOptions }

async function charge(db: Database, { subscription: { method }, order, options }: Charge): Promise<void> {
  const provider = options.payments.find(order.provider)
  const [user] = await db.select({ email: users.email, locale: users.locale }).from(users).where(eq(users.id, order.userId))
  const decline = (failure: 'declined' | 'unavailable') =>
    db.transaction(async (tx) => {
      await closeUnpaid(tx, order, 'failed', failure)
      await endCharging(tx, order)
    })
  if (method === null || !user) return decline('declined')
  if (!provider) return decline('unavailable')
  try {
    const { checkoutId } = await provider.charge({
      orderId: order.id,
      userId: order.userId,
      ...user,
      description: describeOrder(order, user.locale),
      price: { amount: order.amount, currency: order.currency },
      method,
    })
    const [charged] = await db
      .update(orders)
      .set({ checkoutId, chargingUntil: null })
      .where(and(eq(orders.id, order.id), isNull(orders.checkoutId)))
      .returning()
    if (charged) await checkOrder(db, charged, options)
  } catch (error) {
    await endCharging(db, order)
    if (!(error instanceof PaymentError)) throw error
    if (error.reason === 'declined') return decline('declined')
    options.logger.warn({ err: error, order: order.id }, 'subscription charge failed')
    const [tooOld] = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, order.id), sql`${orders.createdAt} < now() - ${tryFor}`))
    if (tooOld) await decline('unavailable')
  }
}
