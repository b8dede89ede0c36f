import type { Database } from '#app/server/db/database.ts'
import { requireSubscription } from '../payments/find-subscription.ts'
import { stopCharging } from './stop-charging.ts'

/** Ends the plan with its paid period; throws `not_subscribed`. */
export async function cancelSubscription(db: Database, { userId }: { userId: string }): Promise<void> {
  await requireSubscription(db, userId)
  await stopCharging(db, userId)
}
