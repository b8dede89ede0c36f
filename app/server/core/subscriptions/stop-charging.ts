import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { subscriptions } from '../../db/schema.ts'

/** No further charge for whoever leaves. What is paid goes on to its end, should they come back before. */
export async function stopCharging(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ cancelAtEnd: true, next: null })
    .where(and(eq(subscriptions.userId, userId), ne(subscriptions.status, 'ended')))
}
