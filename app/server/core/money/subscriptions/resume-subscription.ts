import { eq } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { requireSubscription } from '../payments/find-subscription.ts'

/** Undoes a cancellation while the plan has not ended. */
export async function resumeSubscription(db: Database, { userId }: { userId: string }): Promise<void> {
  const { id } = await requireSubscription(db, userId)
  await db.update(subscriptions).set({ cancelAtEnd: false }).where(eq(subscriptions.id, id))
}
