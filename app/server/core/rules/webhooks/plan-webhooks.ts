import { and, arrayContains, eq, getTableColumns, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { EventData, SentEvent } from '#app/contract/account/webhooks.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { webhookDeliveries, webhooks } from '#app/server/db/schema/webhooks.ts'

/** Announces to the workers that calls of a person are due; the payload is the person's id. */
export const webhookChannel = 'quartet_webhook'

/** The time of a call that is due at once. The column rounds to milliseconds; rounded up, the call would be missed by its own announcement. */
export const dueNow = sql`date_trunc('milliseconds', now())`

/** Announces calls by a column of the statement that plans them. */
export const announcing = sql<null>`pg_notify(${webhookChannel}, ${webhookDeliveries.userId}::text)`

export type WebhookRow = typeof webhooks.$inferSelect
export type DeliveryRow = typeof webhookDeliveries.$inferSelect
export type PlannedEvent<E extends SentEvent> = { event: E; subjectId: string; data: EventData[E] }

/**
 * Plans calls in the transaction of what they report. The body is written here, so every try sends the same bytes. Rows and a notification
 * instead of jobs: what ends a run often has no queue, and jobs of one person would wait before those of others.
 */
export async function planDeliveries<E extends SentEvent>(
  tx: Transaction,
  endpoints: readonly Pick<WebhookRow, 'id' | 'userId'>[],
  { event, subjectId, data }: PlannedEvent<E>,
): Promise<DeliveryRow[]> {
  if (endpoints.length === 0) return []
  const body = JSON.stringify({ type: event, timestamp: new Date().toISOString(), data })
  return tx
    .insert(webhookDeliveries)
    .values(endpoints.map(({ id: webhookId, userId }) => ({ id: uuidv7(), userId, webhookId, event, subjectId, body, nextAt: dueNow })))
    .onConflictDoNothing({
      target: [webhookDeliveries.webhookId, webhookDeliveries.event, webhookDeliveries.subjectId, webhookDeliveries.createdAt],
    })
    .returning({ ...getTableColumns(webhookDeliveries), announced: announcing })
}

/** Plans an event for the account's endpoints that listen to it. */
export async function planEvent<E extends Exclude<SentEvent, 'webhook.test'>>(
  tx: Transaction,
  userId: string,
  planned: PlannedEvent<E>,
): Promise<void> {
  const listening = await tx
    .select()
    .from(webhooks)
    .where(
      and(
        eq(webhooks.userId, userId),
        isNull(webhooks.generationId),
        isNull(webhooks.off),
        arrayContains(webhooks.events, [planned.event]),
      ),
    )
    // An endpoint that is being deleted would otherwise fail the transaction by the foreign key.
    .for('key share')
  await planDeliveries(tx, listening, planned)
}

/** Plans `tokens.low` for the endpoints whose limit the balance has fallen below, once until tokens are added. */
export async function planLowTokens(tx: Transaction, { userId, available }: { userId: string; available: number }): Promise<void> {
  const low = await tx
    .update(webhooks)
    .set({ lowAt: sql`now()` })
    .where(
      and(
        eq(webhooks.userId, userId),
        isNull(webhooks.off),
        isNull(webhooks.lowAt),
        arrayContains(webhooks.events, ['tokens.low']),
        sql`${webhooks.tokensBelow} > ${available}`,
      ),
    )
    .returning()
  for (const endpoint of low)
    await planDeliveries(tx, [endpoint], { event: 'tokens.low', subjectId: userId, data: { available, below: endpoint.tokensBelow } })
}

/** Lets `tokens.low` be sent again, after tokens were added. */
export async function forgetLowTokens(tx: Transaction, { userId, available }: { userId: string; available: number }): Promise<void> {
  await tx
    .update(webhooks)
    .set({ lowAt: null })
    .where(and(eq(webhooks.userId, userId), isNotNull(webhooks.lowAt), sql`${webhooks.tokensBelow} <= ${available}`))
}

/** Announces the due calls of everybody: retries, and those whose worker died. */
export async function wakeDueDeliveries(db: Database): Promise<void> {
  await db.execute(sql`
    select pg_notify(${webhookChannel}, due.user_id::text) from (
      select distinct ${webhookDeliveries.userId} as user_id from ${webhookDeliveries} where ${lte(webhookDeliveries.nextAt, sql`now()`)}
    ) due`)
}

const keptFor = sql`now() - interval '30 days'`

/** Deletes calls, and webhooks of single runs, after 30 days. */
export async function deleteOldDeliveries(db: Database): Promise<void> {
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, keptFor))
  await db.delete(webhooks).where(and(isNotNull(webhooks.generationId), lt(webhooks.createdAt, keptFor)))
}
