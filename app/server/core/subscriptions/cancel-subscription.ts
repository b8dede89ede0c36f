import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { subscriptions } from '../../db/schema.ts'
import { requireSubscription } from './find-subscription.ts'

/** Nothing is charged any more. What is paid goes on to its end; where nothing is, the plan ends at once. */
export async function cancelSubscription(db: Database, { userId }: { userId: string }): Promise<void> {
  const { id } = await requireSubscription(db, userId)
  const over = sql`${subscriptions.paidUntil} <= now()`
  await db
    .update(subscriptions)
    .set({
      cancelAtEnd: true,
      next: null,
      status: sql`case when ${over} then 'ended' else ${subscriptions.status} end`,
      endedAt: sql`case when ${over} then now() end`,
    })
    .where(and(eq(subscriptions.id, id)))
}
