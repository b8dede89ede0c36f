import { and, eq } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { Problem } from '../../problem.ts'
import type { OrderRow } from './to-order.ts'

/** Finds the person's own order; throws `not_found`. */
export async function findOrder(db: Database | Transaction, { userId, id }: { userId: string; id: string }): Promise<OrderRow> {
  const [row] = validate(id)
    ? await db
        .select()
        .from(orders)
        .where(and(eq(orders.id, id), eq(orders.userId, userId)))
    : []
  if (!row) throw new Problem('not_found')
  return row
}
