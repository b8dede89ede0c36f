import { and, eq, ne, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Transaction } from '#app/server/db/database.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'

const { grace, retryEvery } = config.subscriptions

/** Marks a subscription after a failed charge: it continues for some days without new tokens while the charge is retried. */
export async function markPastDue(tx: Transaction, { subscriptionId }: { subscriptionId: string | null }): Promise<void> {
  if (subscriptionId === null) return
  await tx
    .update(subscriptions)
    .set({
      status: 'past_due',
      graceUntil: sql`coalesce(${subscriptions.graceUntil}, greatest(${subscriptions.paidUntil}, now() - interval '1 day') + make_interval(secs => ${grace}))`,
      renewAt: sql`now() + make_interval(secs => ${retryEvery})`,
    })
    .where(and(eq(subscriptions.id, subscriptionId), ne(subscriptions.status, 'ended')))
}
