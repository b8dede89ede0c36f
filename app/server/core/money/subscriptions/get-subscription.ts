import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Subscription } from '#app/contract/money/subscriptions.ts'
import type { Database } from '#app/server/db/database.ts'
import { paidPeriods, planGrants } from '#app/server/db/schema/plan-periods.ts'
import type { Payments } from '#app/server/payments/payments.ts'
import { findSubscription, termsOfSubscription } from '../payments/find-subscription.ts'
import { monthStart } from '../payments/months-after.ts'
import { findRemovable, isChargeUnderWay } from './saved-method.ts'

export type GetSubscriptionOptions = { payments: Payments; userId: string }

/** Describes a person's plan and what will happen to it. */
export async function getSubscription(db: Database, { payments, userId }: GetSubscriptionOptions): Promise<Subscription> {
  const row = await findSubscription(db, userId)
  const paying = {
    saved_method: (await findRemovable(db, { payments, userId }))?.label ?? null,
    charge_under_way: await isChargeUnderWay(db, userId),
  }
  if (!row) return { plan: null, current_period_end: null, subscription: null, ...paying }
  const end = row.paidUntil.toISOString()
  const terms = termsOfSubscription(row)
  const pastDue = row.status === 'past_due'
  const goesOn = row.cancelAtEnd || row.renewAt === null ? null : { at: row.renewAt.toISOString(), price: (row.next ?? terms).price }
  return {
    ...paying,
    plan: row.plan,
    current_period_end: end,
    subscription: {
      id: row.id,
      status: pastDue ? 'past_due' : 'active',
      terms,
      current_period_end: end,
      next_tokens_at: await nextTokens(db, row.id),
      next_charge: goesOn,
      cancel_at_period_end: row.cancelAtEnd,
      next: row.next,
      grace_until: row.graceUntil?.toISOString() ?? null,
      portal: row.method !== null && payments.find(row.provider)?.openPortal !== undefined,
      method_removed: row.methodRemovedAt !== null,
    },
  }
}

async function nextTokens(db: Database, subscriptionId: string): Promise<string | null> {
  const granted = sql`(select count(*) from ${planGrants} where ${planGrants.periodId} = ${paidPeriods.id})`
  const [next] = await db
    .select({ ms: sql<number | null>`min((extract(epoch from ${monthStart(granted)}) * 1000)::float8)` })
    .from(paidPeriods)
    .where(and(eq(paidPeriods.subscriptionId, subscriptionId), isNull(paidPeriods.closedAt), sql`${granted} < ${paidPeriods.months}`))
  return next?.ms ? new Date(next.ms).toISOString() : null
}
