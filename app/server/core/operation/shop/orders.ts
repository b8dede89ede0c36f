import { and, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type * as v from 'valibot'
import type { OperatorOrder, operatorOrdersQuerySchema } from '#app/contract/money/shop.ts'
import type { Database } from '#app/server/db/database.ts'
import { paymentProviderEnum } from '#app/server/db/schema/enums.ts'
import { orders, payments, refunds } from '#app/server/db/schema/payments.ts'
import { users } from '#app/server/db/schema/users.ts'
import { isOneOf } from '../../is-one-of.ts'
import { type Page, pageLimit, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { startsWith } from '../../matches.ts'

export type OrderWithPayment = {
  id: string
  order: typeof orders.$inferSelect
  payment: typeof payments.$inferSelect | null
  person: { id: string; email: string }
  /** The amount of a refund whose outcome is unknown. */
  openRefund: number | null
}

/** Reads orders with their payment and person, newest first. */
export async function readOrders(db: Database, { where, limit }: { where: SQL | undefined; limit: number }): Promise<OrderWithPayment[]> {
  const rows = await db
    .select({ order: orders, payment: payments, person: { id: users.id, email: users.email }, openRefund: refunds.amount })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(refunds, and(eq(refunds.paymentId, payments.id), eq(refunds.status, 'pending')))
    .where(where)
    .orderBy(desc(orders.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, id: row.order.id }))
}

/** Matches orders created on these days of UTC, inclusive. The day after the last one could be in the year 10000, which no query can state. */
export const createdWithin = ({ from, to }: { from?: string | undefined; to?: string | undefined }): SQL | undefined =>
  and(from ? gte(orders.createdAt, new Date(from)) : undefined, to ? lte(orders.createdAt, new Date(`${to}T23:59:59.999Z`)) : undefined)

/** Lists orders of all people, newest first. */
export async function listOrders(db: Database, query: v.InferOutput<typeof operatorOrdersQuerySchema>): Promise<Page<OperatorOrder>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const where = and(
    before ? lt(orders.id, before) : undefined,
    query.status__in && inArray(orders.status, query.status__in),
    query.kind__in && inArray(orders.kind, query.kind__in),
    query.provider__in && inArray(orders.provider, query.provider__in),
    query.currency === undefined ? undefined : eq(orders.currency, query.currency),
    createdWithin(query),
    query.q ? isSought(query.q) : undefined,
  )
  return toPage(await readOrders(db, { where, limit: limit + 1 }), limit, toOperatorOrder)
}

function isSought(sought: string): SQL | undefined {
  if (validate(sought)) return or(eq(orders.id, sought), eq(orders.userId, sought))
  // Apart from each other, because an index answers no condition on two tables. The index of payments begins with their service.
  return isOneOf(
    orders.id,
    sql`select ${orders.id} from ${orders} where ${orders.userId} = any (array(select ${users.id} from ${users} where ${startsWith(sql`${users.email}`, sought)}))
      union all select ${payments.orderId} from ${payments} where ${and(inArray(payments.provider, paymentProviderEnum.enumValues), eq(payments.paymentId, sought))}`,
  )
}

/** Returns an order. Throws `not_found`. */
export async function findOrderWithPayment(db: Database, id: string): Promise<OrderWithPayment> {
  const [found] = validate(id) ? await readOrders(db, { where: eq(orders.id, id), limit: 1 }) : []
  if (!found) throw new Problem('not_found')
  return found
}

export const toOperatorOrder = ({ order, payment, person }: OrderWithPayment): OperatorOrder => ({
  id: order.id,
  person,
  kind: order.kind,
  cause: order.cause,
  item: order.item,
  period: order.period,
  price: { amount: order.amount, currency: order.currency },
  provider: order.provider,
  status: order.status,
  payment_id: payment?.paymentId ?? null,
  tokens: payment?.tokens ?? 0,
  taken: payment?.taken ?? 0,
  refunded: { amount: payment?.refunded ?? 0, currency: order.currency },
  disputed: payment?.dispute === 'open' || payment?.dispute === 'lost',
  created_at: order.createdAt.toISOString(),
  finished_at: order.finishedAt?.toISOString() ?? null,
})
