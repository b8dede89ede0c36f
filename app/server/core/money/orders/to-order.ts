import { inArray, sql } from 'drizzle-orm'
import type { Order } from '#app/contract/money/orders.ts'
import type { Database } from '#app/server/db/database.ts'
import { orders, payments } from '#app/server/db/schema/payments.ts'

import { readDocuments, writeNumber } from './read-documents.ts'

export type OrderRow = typeof orders.$inferSelect

/** Converts rows to the API's orders. */
export async function toOrders(db: Database, rows: readonly OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const paid = await db
    .select({
      orderId: payments.orderId,
      refunded: sql<string>`sum(${payments.refunded})`,
      disputed: sql<boolean>`bool_or(coalesce(${payments.dispute} in ('open', 'lost'), false))`,
    })
    .from(payments)
    .where(inArray(payments.orderId, ids))
    .groupBy(payments.orderId)
  const documents = await readDocuments(db, ids)
  const documentsOf = (id: string, kind: 'receipt' | 'credit_note') =>
    documents.filter((document) => document.orderId === id && document.kind === kind)
  const paidOf = new Map(paid.map((one) => [one.orderId, one]))
  return rows.map(({ currency, ...row }) => ({
    receipt: documentsOf(row.id, 'receipt').map(writeNumber)[0] ?? null,
    credit_notes: documentsOf(row.id, 'credit_note').map((note) => ({
      number: writeNumber(note),
      amount: { amount: note.amount, currency },
      created_at: note.createdAt.toISOString(),
    })),
    seller: documentsOf(row.id, 'receipt')[0]?.seller ?? null,
    id: row.id,
    kind: row.kind,
    cause: row.cause,
    item: row.item,
    period: row.period,
    tokens: row.tokens,
    price: { amount: row.amount, currency },
    credit: { amount: row.credit, currency },
    provider: row.provider,
    status: row.status,
    failure: row.failure,
    checkout_url: row.status === 'pending' ? row.checkoutUrl : null,
    refunded: { amount: Number(paidOf.get(row.id)?.refunded ?? 0), currency },
    disputed: paidOf.get(row.id)?.disputed ?? false,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  }))
}

export async function toOrder(db: Database, row: OrderRow): Promise<Order> {
  const [order] = await toOrders(db, [row])
  if (!order) throw new Error('The order could not be read back.')
  return order
}
