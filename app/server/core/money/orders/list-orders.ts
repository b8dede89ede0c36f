import { and, eq, isNotNull, lt, ne, or } from 'drizzle-orm'
import type { Order, OrdersQuery } from '#app/contract/money/orders.ts'
import type { Database } from '#app/server/db/database.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { newestFirst, type Page, pageLimit, readCursor, toPage } from '../../page.ts'
import { toOrders } from './to-order.ts'

/** Lists a person's orders, newest first, without those whose checkout never opened. */
export async function listOrders(db: Database, userId: string, query: OrdersQuery): Promise<Page<Order>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        before ? lt(orders.id, before) : undefined,
        query.kind && eq(orders.kind, query.kind),
        or(isNotNull(orders.checkoutId), ne(orders.status, 'pending')),
      ),
    )
    .orderBy(newestFirst(orders.id))
    .limit(limit + 1)
  const page = toPage(rows, limit, (row) => row)
  return { ...page, items: await toOrders(db, page.items) }
}
