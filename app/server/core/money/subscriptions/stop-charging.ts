import { and, eq, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'

/** Stops charging. The plan ends with its paid period, or at once without one. */
export async function stopCharging(db: Database | Transaction, userId: string): Promise<void> {
  const over = sql`${subscriptions.paidUntil} <= now()`
  await db
    .update(subscriptions)
    .set({
      cancelAtEnd: true,
      next: null,
      status: sql`case when ${over} then 'ended' else ${subscriptions.status} end`,
      endedAt: sql`case when ${over} then now() end`,
    })
    .where(and(eq(subscriptions.userId, userId), ne(subscriptions.status, 'ended')))
}
