import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { Problem } from '../../problem.ts'
import { requireSubscription } from '../payments/find-subscription.ts'

/** Undoes a cancellation while the plan has not ended. Throws `not_subscribed`, and `method_removed` if nothing can be charged any more. */
export async function resumeSubscription(db: Database, { userId }: { userId: string }): Promise<void> {
  const { id } = await requireSubscription(db, userId)
  const resumed = await db
    .update(subscriptions)
    .set({ cancelAtEnd: false })
    .where(and(eq(subscriptions.id, id), isNull(subscriptions.methodRemovedAt)))
    .returning({ id: subscriptions.id })
  if (resumed.length === 0) throw new Problem('method_removed')
}
