import { and, eq, isNull, sql } from 'drizzle-orm'
import { payableStep } from '#app/contract/money/minor-units.ts'
import type { PlanPeriod } from '#app/contract/base/periods.ts'
import type { PlanChange } from '#app/contract/money/subscriptions.ts'
import type { Database } from '#app/server/db/database.ts'
import { orders, payments } from '#app/server/db/schema/payments.ts'
import { paidPeriods, planGrants } from '#app/server/db/schema/plan-periods.ts'
import { readShop } from '../shop/shop.ts'
import { termsOf } from '../orders/offer.ts'
import { requireSubscription, type SubscriptionRow, termsOfSubscription } from '../payments/find-subscription.ts'

export type QuoteChangeOptions = { userId: string; plan: string; period: PlanPeriod }

/**
 * Quotes a change of plan. A change to more tokens starts now, for the new price minus the price of months not started; the number granted
 * follows from the plan, never from the payment. Other changes wait for the end of the paid period.
 */
export async function quoteChange(db: Database, { userId, plan, period }: QuoteChangeOptions): Promise<PlanChange> {
  return changeOf(db, await requireSubscription(db, userId), { plan, period })
}

export async function changeOf(db: Database, row: SubscriptionRow, wish: { plan: string; period: PlanPeriod }): Promise<PlanChange> {
  const from = termsOfSubscription(row)
  const same = wish.plan === row.plan && wish.period === row.period
  if (same) return { from, to: from, when: 'none', due: null, credit: null, at: null }
  const to = termsOf((await readShop(db)).settings, { item: wish.plan, period: wish.period, currency: row.currency })
  const step = payableStep(to.price.currency)
  const credit = Math.floor(Math.min(await creditOf(db, row.id), to.price.amount) / step) * step
  const more = to.tokens_per_month > from.tokens_per_month
  const longer = to.tokens_per_month === from.tokens_per_month && to.period === 'year'
  const due = to.price.amount - credit
  if ((more || longer) && due > 0 && row.status === 'active') {
    const money = (amount: number) => ({ amount, currency: row.currency })
    return { from, to, when: 'now', due: money(due), credit: money(credit), at: null }
  }
  return { from, to, when: 'period_end', due: null, credit: null, at: row.paidUntil.toISOString() }
}

/** The price of paid months whose tokens have not been granted. */
async function creditOf(db: Database, subscriptionId: string): Promise<number> {
  const granted = sql`(select count(*) from ${planGrants} where ${planGrants.periodId} = ${paidPeriods.id})`
  const [unused] = await db
    .select({
      amount: sql<
        string | null
      >`sum(floor((${orders.amount} + ${orders.credit}) * (${paidPeriods.months} - ${granted}) / ${paidPeriods.months}))`,
    })
    .from(paidPeriods)
    .innerJoin(payments, eq(payments.id, paidPeriods.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(eq(paidPeriods.subscriptionId, subscriptionId), isNull(paidPeriods.closedAt), eq(payments.refunded, 0), isNull(payments.dispute)),
    )
  return Number(unused?.amount ?? 0)
}
