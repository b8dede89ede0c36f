import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { webhookDeliveries, webhooks } from '#app/server/db/schema/webhooks.ts'

/** Switches an endpoint off: what waits is not sent, and can be sent again by hand. */
export async function turnOff(tx: Transaction, id: string, off: 'person' | 'failures'): Promise<void> {
  await tx
    .update(webhooks)
    .set({ off, offAt: sql`now()`, mailedAt: null })
    .where(and(eq(webhooks.id, id), isNull(webhooks.off)))
  await tx
    .update(webhookDeliveries)
    .set({ status: 'failed', nextAt: null, failure: 'off' })
    .where(and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.status, 'waiting')))
}
