import { createHash } from 'node:crypto'
import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { CreateOrder } from '#app/contract/money/orders.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { readShop } from '../shop/shop.ts'
import { Problem } from '../../problem.ts'
import { replayOf } from '../../replays.ts'
import { lockAccount } from '../tokens/lock-account.ts'
import { offerOf } from './offer.ts'
import { openCheckout, type CheckoutOptions } from './open-checkout.ts'
import type { OrderRow } from './to-order.ts'

/** Largest number of unpaid orders that a person may make within `per` seconds. */
const maxOpen = { count: 20, per: 600 }

export type CreateOrderOptions = CheckoutOptions & {
  userId: string
  input: CreateOrder
  /** A second request with the same key returns the first one's order. */
  idempotencyKey?: string | undefined
}

/** Creates an order with a checkout. The price is always the catalogue's, never one from the request. */
export async function createOrder(db: Database, { userId, input, idempotencyKey, ...checkout }: CreateOrderOptions): Promise<OrderRow> {
  const { version, settings } = await readShop(db)
  const offer = offerOf(settings, input)
  const provider = checkout.payments.forCurrency(input.currency)
  if (!provider) throw new Problem('invalid_input', { fields: { currency: 'currency_not_taken' } })
  if (input.kind === 'plan') await requireNoPlan(db, userId)
  const order = await insertOrder(db, {
    userId,
    kind: input.kind,
    cause: 'purchase',
    item: input.item,
    period: input.kind === 'plan' ? input.period : null,
    ...offer,
    shopVersion: version,
    provider: provider.id,
    idempotencyKey: idempotencyKey ?? null,
    idempotencyHash: idempotencyKey === undefined ? null : hashOf(input),
  })
  return openCheckout(db, order, checkout)
}

async function requireNoPlan(db: Database, userId: string): Promise<void> {
  const live = and(eq(subscriptions.userId, userId), ne(subscriptions.status, 'ended'))
  if ((await db.$count(subscriptions, live)) > 0) throw new Problem('already_subscribed')
}

type NewOrder = Omit<typeof orders.$inferInsert, 'id' | 'status' | 'askAt'>

/**
 * Inserts an unpaid order, or returns the one created with the same key. Open orders are limited, because each opens a checkout and
 * providers limit those. They are counted with the account locked; otherwise all concurrent requests would pass.
 */
export function insertOrder(db: Database, values: NewOrder): Promise<OrderRow> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, values.userId)
    const existing = await findByKey(tx, values)
    if (existing) return existing
    await requireRoom(tx, values.userId)
    const [created] = await tx
      .insert(orders)
      .values({ ...values, id: uuidv7(), status: 'pending', askAt: sql`now() + interval '1 minute'` })
      .returning()
    if (!created) throw new Error('The order was not inserted.')
    return created
  })
}

type Keyed = Pick<NewOrder, 'userId' | 'idempotencyKey' | 'idempotencyHash'>

/** Finds the order that was created with the key; throws if the request of that time differs. */
export async function findByKey(
  db: Database | Transaction,
  { userId, idempotencyKey, idempotencyHash }: Keyed,
): Promise<OrderRow | undefined> {
  if (!idempotencyKey) return undefined
  const [first] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, idempotencyKey)))
  return replayOf(first, idempotencyHash)
}

async function requireRoom(tx: Transaction, userId: string): Promise<void> {
  const recent = gt(orders.createdAt, sql`now() - make_interval(secs => ${maxOpen.per})`)
  const open = await tx.$count(orders, and(eq(orders.userId, userId), eq(orders.status, 'pending'), recent))
  if (open >= maxOpen.count) throw new Problem('too_many_attempts', { retryAfter: maxOpen.per })
}

export function hashOf(request: object): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
}
