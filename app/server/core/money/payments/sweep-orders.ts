import { and, eq, getTableColumns, lte, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { giveUpCheckout } from './cancel-order.ts'
import { checkOrder, type CheckOrderOptions } from './check-order.ts'
import { closeUnpaid } from './record-payment.ts'

const atOnce = 100

/**
 * Queries due orders again: unpaid ones after a minute, then less and less often; paid ones occasionally for some months, in case a refund
 * notification was lost.
 */
export async function sweepOrders(db: Database, options: CheckOrderOptions): Promise<void> {
  const due = await db
    .select({ id: orders.id })
    .from(orders)
    .where(lte(orders.askAt, sql`now()`))
    .orderBy(orders.askAt)
    .limit(atOnce)
  for (const { id } of due) {
    // The process that moves the date queries the provider, so that only one does.
    const [row] = await db
      .update(orders)
      .set({ askAt: nextAsk, asks: sql`${orders.asks} + 1`, askedAt: sql`now()` })
      .where(and(eq(orders.id, id), lte(orders.askAt, sql`now()`)))
      .returning({ ...getTableColumns(orders), tooOld })
    if (!row) continue
    try {
      await checkOrder(db, row, options)
      if (row.status === 'pending' && row.tooOld) {
        await giveUpCheckout(row, options)
        await db.transaction((tx) => closeUnpaid(tx, row, 'canceled', row.checkoutId === null ? 'unavailable' : 'expired'))
      }
    } catch (error) {
      options.logger.warn({ err: error, order: id }, 'order check failed')
    }
  }
}

const tooOld = sql<boolean>`${orders.createdAt} < now() - make_interval(secs => ${config.orders.openFor})`

const nextAsk = sql`case
  when ${orders.status} = 'pending' then now() + least(interval '1 minute' * power(2, ${orders.asks}), interval '1 hour')
  when ${orders.status} = 'paid' and ${orders.asks} < 7 then now() + interval '1 day' * power(2, ${orders.asks})
end`
