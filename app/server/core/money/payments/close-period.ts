import { and, eq, gt, isNull, max, ne, sql } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { paidPeriods } from '#app/server/db/schema/plan-periods.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'

/** Closes a refunded period: no further months are granted, and a plan without another paid period ends. */
export async function closePeriod(tx: Transaction, { paymentId }: { paymentId: string }): Promise<void> {
  const [closed] = await tx
    .update(paidPeriods)
    .set({ closedAt: sql`now()` })
    .where(and(eq(paidPeriods.paymentId, paymentId), isNull(paidPeriods.closedAt)))
    .returning({ subscriptionId: paidPeriods.subscriptionId, over: sql<boolean>`${paidPeriods.endsAt} <= now()` })
  if (!closed || closed.over) return
  const open = and(eq(paidPeriods.subscriptionId, closed.subscriptionId), isNull(paidPeriods.closedAt), gt(paidPeriods.endsAt, sql`now()`))
  const [left] = await tx
    .select({ until: max(paidPeriods.endsAt) })
    .from(paidPeriods)
    .where(open)
  await tx
    .update(subscriptions)
    .set(
      left?.until
        ? { paidUntil: left.until, renewAt: left.until }
        : { status: 'ended', endedAt: sql`now()`, paidUntil: sql`now()`, renewAt: null, next: null },
    )
    .where(and(eq(subscriptions.id, closed.subscriptionId), ne(subscriptions.status, 'ended')))
}
