import { eq, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Transaction } from '#app/server/db/database.ts'
import { payments } from '#app/server/db/schema/payments.ts'
import { paidPeriods, planGrants } from '#app/server/db/schema/plan-periods.ts'
import { grantForPayment } from './grant-for-payment.ts'
import { settleRefund } from './settle-refund.ts'
import { monthStart } from './months-after.ts'

/**
 * Grants the tokens of every paid month that has started, once each. They expire with their month; after a late grant they remain spendable
 * for at least a day. The caller holds the account's lock.
 */
export async function grantMonths(tx: Transaction, { subscriptionId }: { subscriptionId: string }): Promise<void> {
  const end = monthStart(sql`slot.n + 1`)
  const due = await tx
    .select({
      id: paidPeriods.id,
      month: sql<number>`slot.n`,
      tokens: paidPeriods.tokens,
      paymentId: paidPeriods.paymentId,
      endsMs: sql<number>`(extract(epoch from greatest(${end}, now() + make_interval(secs => ${config.tokens.expiredReleaseGrace}))) * 1000)::float8`,
    })
    .from(paidPeriods)
    .innerJoin(sql`generate_series(0, ${paidPeriods.months} - 1) as slot(n)`, sql`true`)
    .where(
      sql`${paidPeriods.subscriptionId} = ${subscriptionId} and ${paidPeriods.closedAt} is null
        and ${monthStart(sql`slot.n`)} <= now()
        and not exists (select 1 from ${planGrants} where ${planGrants.periodId} = ${paidPeriods.id} and ${planGrants.month} = slot.n)`,
    )
    .orderBy(paidPeriods.startsAt, sql`slot.n`)
  for (const { id, month, tokens, paymentId, endsMs } of due) {
    const [granted] = await tx
      .insert(planGrants)
      .values({ periodId: id, month })
      .onConflictDoNothing()
      .returning({ month: planGrants.month })
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId))
    if (!granted || !payment) continue
    await grantForPayment(tx, payment, { source: 'plan', amount: tokens, expiresAt: new Date(endsMs) })
    if (payment.refunded > 0 || payment.dispute !== null) await settleRefund(tx, payment.id)
  }
}
