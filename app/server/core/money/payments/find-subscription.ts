import { and, eq, ne } from 'drizzle-orm'
import type { PlanTerms } from '#app/contract/money/subscriptions.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { Problem } from '../../problem.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** Returns the person's current subscription. */
export async function findSubscription(db: Database | Transaction, userId: string): Promise<SubscriptionRow | undefined> {
  const [live] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), ne(subscriptions.status, 'ended')))
  return live
}

/** Returns the person's current subscription; throws `not_subscribed` without one. */
export async function requireSubscription(db: Database | Transaction, userId: string): Promise<SubscriptionRow> {
  const live = await findSubscription(db, userId)
  if (!live) throw new Problem('not_subscribed')
  return live
}

export function termsOfSubscription({ plan, period, tokens, amount, currency }: SubscriptionRow): PlanTerms {
  return { plan, period, tokens_per_month: tokens, price: { amount, currency } }
}
