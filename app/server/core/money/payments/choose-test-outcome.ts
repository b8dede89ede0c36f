import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { TestOutcome } from '#app/contract/money/orders.ts'
import type { Database } from '#app/server/db/database.ts'
import { testPayments } from '#app/server/db/schema/payments.ts'
import { Problem } from '../../problem.ts'
import { checkOrder, type CheckOrderOptions } from './check-order.ts'
import { findOrder } from '../orders/find-order.ts'
import type { OrderRow } from '../orders/to-order.ts'

export type ChooseTestOutcomeOptions = CheckOrderOptions & { userId: string; id: string; outcome: TestOutcome }

/** Sets the outcome of a test checkout, which is then handled like any payment. */
export async function chooseTestOutcome(db: Database, { userId, id, outcome, ...options }: ChooseTestOutcomeOptions): Promise<OrderRow> {
  const order = await findOrder(db, { userId, id })
  // The test provider does not exist next to a real one.
  if (order.provider !== 'test' || order.checkoutId === null || !options.payments.find('test')) throw new Problem('not_found')
  const [chosen] = await db
    .update(testPayments)
    .set({ outcome, chosenAt: sql`now()` })
    .where(and(eq(testPayments.id, order.checkoutId), or(isNull(testPayments.outcome), eq(testPayments.outcome, 'pending'))))
    .returning({ id: testPayments.id })
  if (!chosen) throw new Problem('order_closed')
  await checkOrder(db, order, options)
  return findOrder(db, { userId, id })
}
