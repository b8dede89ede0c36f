import { and, eq, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { paidPeriods, planGrants } from '#app/server/db/schema/plan-periods.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import type { CheckOrderOptions } from '../payments/check-order.ts'
import { lockAccount } from '../tokens/lock-account.ts'
import { grantMonths } from '../payments/grant-months.ts'
import { monthStart } from '../payments/months-after.ts'
import { renewSubscription } from './renew-subscription.ts'

const atOnce = 200

/** Ends and renews due subscriptions, and grants the months that start. */
export async function sweepSubscriptions(db: Database, options: CheckOrderOptions): Promise<void> {
  await endDue(db)
  const due = await db
    .select({ id: subscriptions.id, userId: subscriptions.userId })
    .from(subscriptions)
    .where(and(ne(subscriptions.status, 'ended'), eq(subscriptions.cancelAtEnd, false), lte(subscriptions.renewAt, sql`now()`)))
    .orderBy(subscriptions.renewAt)
    .limit(atOnce)
  for (const one of due) {
    await renewSubscription(db, { ...one, ...options }).catch((error: unknown) =>
      options.logger.warn({ err: error, subscription: one.id }, 'subscription renewal failed'),
    )
  }
  await grantDueMonths(db)
}

async function endDue(db: Database): Promise<void> {
  const canceled = and(eq(subscriptions.cancelAtEnd, true), lte(subscriptions.paidUntil, sql`now()`))
  await db
    .update(subscriptions)
    .set({ status: 'ended', endedAt: sql`now()`, renewAt: null, next: null })
    .where(and(ne(subscriptions.status, 'ended'), or(canceled, lte(subscriptions.graceUntil, sql`now()`))))
}

async function grantDueMonths(db: Database): Promise<void> {
  // Months are granted in order, so the number of grants is the next month's index.
  const granted = sql`(select count(*) from ${planGrants} where ${planGrants.periodId} = ${paidPeriods.id})`
  const due = await db
    .selectDistinct({ subscriptionId: paidPeriods.subscriptionId, userId: subscriptions.userId })
    .from(paidPeriods)
    .innerJoin(subscriptions, eq(subscriptions.id, paidPeriods.subscriptionId))
    .where(and(isNull(paidPeriods.closedAt), sql`${granted} < ${paidPeriods.months}`, lte(monthStart(granted), sql`now()`)))
    .limit(atOnce)
  for (const { subscriptionId, userId } of due) {
    await db.transaction(async (tx) => {
      await lockAccount(tx, userId)
      await grantMonths(tx, { subscriptionId })
    })
  }
}
