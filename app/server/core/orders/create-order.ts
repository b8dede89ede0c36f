import { createHash } from 'node:crypto'
import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { CreateOrder } from '#app/contract/orders.ts'
import type { Database } from '../../db/database.ts'
import { orders, subscriptions } from '../../db/schema.ts'
import { Problem } from '../problem.ts'
import { offerOf } from './offer.ts'
import { openCheckout, type CheckoutOptions } from './open-checkout.ts'
import type { OrderRow } from './to-order.ts'

/** Unpaid orders of one person, within so many seconds. */
const most = { count: 20, per: 600 }

export type CreateOrderOptions = CheckoutOptions & {
  userId: string
  input: CreateOrder
  /** A second request with the same key is answered with the first one's order. */
  idempotencyKey?: string | undefined
}

/** An order and a place to pay it. The price is the catalogue's, whatever the request says. */
export async function createOrder(db: Database, { userId, input, idempotencyKey, ...checkout }: CreateOrderOptions): Promise<OrderRow> {
  const offer = offerOf(input)
  const provider = checkout.payments.forCurrency(input.currency)
  if (!provider) throw new Problem('invalid_input', { fields: { currency: 'currency_not_taken' } })
  if (input.kind === 'plan') await requireNoPlan(db, userId)
  await requirePatience(db, userId)
  const order = await insertOrder(db, {
    userId,
    kind: input.kind,
    cause: 'purchase',
    item: input.item,
    period: input.kind === 'plan' ? input.period : null,
    ...offer,
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

/** Every order opens a checkout at a service that counts them. */
async function requirePatience(db: Database, userId: string): Promise<void> {
  const lately = gt(orders.createdAt, sql`now() - make_interval(secs => ${most.per})`)
  const open = await db.$count(orders, and(eq(orders.userId, userId), eq(orders.status, 'pending'), lately))
  if (open >= most.count) throw new Problem('too_many_attempts', { retryAfter: most.per })
}

type NewOrder = Omit<typeof orders.$inferInsert, 'id' | 'status' | 'askAt'>

/** The order of this key, whoever was first. */
export async function insertOrder(db: Database, values: NewOrder): Promise<OrderRow> {
  const [created] = await db
    .insert(orders)
    .values({ ...values, id: uuidv7(), status: 'pending', askAt: sql`now() + interval '1 minute'` })
    .onConflictDoNothing()
    .returning()
  if (created) return created
  const { userId, idempotencyKey, idempotencyHash } = values
  if (!idempotencyKey) throw new Error('an order without an idempotency key collided')
  const [first] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, idempotencyKey)))
  if (!first || first.idempotencyHash !== idempotencyHash) throw new Problem('idempotency_conflict')
  return first
}

export function hashOf(request: object): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
}
