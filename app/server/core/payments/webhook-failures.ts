import { asc, eq, sql } from 'drizzle-orm'
import type { PaymentProviderId } from '#app/contract/orders.ts'
import type { Database } from '../../db/database.ts'
import { webhookFailures } from '../../db/schema/payments.ts'

/** Counts a notification that was refused, or that could not be followed up. */
export async function addWebhookFailure(db: Database, provider: PaymentProviderId): Promise<void> {
  await db
    .insert(webhookFailures)
    .values({ provider })
    .onConflictDoUpdate({ target: webhookFailures.provider, set: { count: sql`${webhookFailures.count} + 1` } })
}

/** Ends the failure, because a notification was accepted. */
export async function endWebhookFailure(db: Database, provider: PaymentProviderId): Promise<void> {
  await db.delete(webhookFailures).where(eq(webhookFailures.provider, provider))
}

/** Lists the providers whose notifications have failed since the last one that was accepted. */
export function listWebhookFailures(db: Database): Promise<(typeof webhookFailures.$inferSelect)[]> {
  return db.select().from(webhookFailures).orderBy(asc(webhookFailures.since))
}
