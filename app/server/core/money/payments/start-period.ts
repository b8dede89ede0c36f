import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '#app/server/db/database.ts'
import { paidPeriods } from '#app/server/db/schema/plan-periods.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import type { PaymentFacts } from '#app/server/payments/provider.ts'
import type { Payment } from './grant-for-payment.ts'
import type { OrderRow } from '../orders/to-order.ts'
import { findSubscription, type SubscriptionRow } from './find-subscription.ts'
import { grantMonths } from './grant-months.ts'
import { anchorDayOf, monthsAfter } from './months-after.ts'

export type StartPeriodOptions = { order: OrderRow; payment: Payment; saved: Pick<PaymentFacts, 'method' | 'methodLabel'> }

/** Starts what a paid plan order buys: a period, its first month's tokens, and the terms from then on. */
export async function startPeriod(tx: Transaction, { order, payment, saved }: StartPeriodOptions): Promise<void> {
  if (order.period === null) throw new Error(`order ${order.id} is for a plan without a period`)
  const live = await findSubscription(tx, order.userId)
  const months = order.period === 'year' ? 12 : 1
  const startsAt = startOf(order, live)
  // Periods that follow each other without a gap keep to the day on which the first was bought.
  const continues = live && order.cause !== 'change'
  const anchorDay = continues
    ? sql`case when starts = ${live.paidUntil.toISOString()}::timestamptz then ${anchorDayOf(live.id, sql`starts`)} else 0 end`
    : 0
  const [stretch] = (
    await tx.execute<{ starts: number; ends: number }>(sql`
      select (extract(epoch from starts) * 1000)::float8 as starts, (extract(epoch from ${monthsAfter(sql`starts`, months, anchorDay)}) * 1000)::float8 as ends
      from (select ${startsAt} as starts) as started`)
  ).rows
  if (!stretch) throw new Error('The database returned no time.')
  const [starts, ends] = [new Date(stretch.starts), new Date(stretch.ends)]
  const terms = {
    plan: order.item,
    period: order.period,
    tokens: order.tokens,
    // The credit of a change applies once; the next period costs the full price.
    amount: order.amount + order.credit,
    currency: order.currency,
    shopVersion: order.shopVersion,
    provider: order.provider,
  }
  const isPaid = { status: 'active', paidUntil: ends, renewAt: ends, graceUntil: null, mailedAt: null } as const
  // A purchase resumes a canceled plan; a charge that was in progress at the cancellation does not.
  const isRenewal = order.cause === 'renewal'
  const renewed = isRenewal ? await findRenewed(tx, order) : undefined
  // A charge that was in progress when its method was removed does not save it again.
  const method = saved.method === null || renewed?.methodRemovedAt ? {} : methodOf(saved)
  // A change that is paid with a method that cannot be saved leaves nothing to charge either.
  const cancelAtEnd = isRenewal ? (renewed?.cancelAtEnd ?? false) : saved.method === null && !!live?.methodRemovedAt
  if (live && order.cause === 'change') await closeOpenPeriods(tx, live.id)
  const subscriptionId = live?.id ?? uuidv7()
  if (live) {
    await tx
      .update(subscriptions)
      .set({
        ...(isRenewal && isOutdated(order, live) ? {} : { ...terms, next: isRenewal && !isTerms(order, live.next) ? live.next : null }),
        ...isPaid,
        cancelAtEnd,
        ...method,
      })
      .where(eq(subscriptions.id, live.id))
  } else {
    await tx.insert(subscriptions).values({ ...terms, ...isPaid, cancelAtEnd, id: subscriptionId, userId: order.userId, ...method })
  }
  await tx.insert(paidPeriods).values({
    id: uuidv7(),
    subscriptionId,
    paymentId: payment.id,
    plan: order.item,
    months,
    tokens: order.tokens,
    startsAt: starts,
    endsAt: ends,
  })
  await grantMonths(tx, { subscriptionId })
}

const methodOf = ({ method, methodLabel = null }: StartPeriodOptions['saved']) => ({ method, methodLabel, methodRemovedAt: null })

/** The subscription that a renewal was for, which may have ended since. */
async function findRenewed(tx: Transaction, { subscriptionId }: OrderRow): Promise<SubscriptionRow | undefined> {
  if (subscriptionId === null) return undefined
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId))
  return row
}

const isTerms = ({ item, period }: OrderRow, terms: { plan: string; period: string } | null) =>
  terms?.plan === item && terms.period === period

/** Whether the terms changed during the renewal: the payment counts for the period it paid, not for later ones. */
const isOutdated = (order: OrderRow, live: SubscriptionRow) => !isTerms(order, live) && !isTerms(order, live.next)

/** Returns the start of a period. A renewal continues without a gap unless it is days late; a double payment follows the first one. */
function startOf(order: OrderRow, live: SubscriptionRow | undefined): SQL {
  if (!live || order.cause === 'change') return sql`now()`
  const end = sql`${live.paidUntil.toISOString()}::timestamptz`
  if (order.cause === 'purchase') return sql`greatest(${end}, now())`
  return sql`case when ${end} > now() - interval '1 day' then ${end} else now() end`
}

/** Closes periods whose future months were credited against the price; the current month keeps its tokens until it ends. */
async function closeOpenPeriods(tx: Transaction, subscriptionId: string): Promise<void> {
  await tx
    .update(paidPeriods)
    .set({ closedAt: sql`now()` })
    .where(and(eq(paidPeriods.subscriptionId, subscriptionId), isNull(paidPeriods.closedAt)))
}
