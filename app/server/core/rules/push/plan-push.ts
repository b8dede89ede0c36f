import { and, arrayContains, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { type PushContent, pushMessages, pushSubscriptions } from '#app/server/db/schema/push.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { dueNow } from '../webhooks/plan-webhooks.ts'

/** Announces to the workers that notifications of a person are due; the payload is the person's id. */
export const pushChannel = 'quartet_push'

type Planned = { userId: string; subject: string; content: PushContent }

/**
 * Plans a notification to each browser of the person that wants its kind, in the transaction of what it reports; once for each subject.
 */
export async function planPush(tx: Transaction, { userId, subject, content }: Planned): Promise<void> {
  const browsers = await tx
    .select({ id: pushSubscriptions.id, prompts: pushSubscriptions.prompts })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), isNull(sessions.revokedAt)))
    .where(and(eq(pushSubscriptions.userId, userId), arrayContains(pushSubscriptions.kinds, [content.kind])))
    // A browser that signs out would otherwise fail the transaction by the foreign key.
    .for('key share', { of: pushSubscriptions })
  if (browsers.length === 0) return
  const { words, ...rest } = content
  await tx
    .insert(pushMessages)
    .values(
      browsers.map(({ id: subscriptionId, prompts }) => ({
        id: uuidv7(),
        userId,
        subscriptionId,
        subject,
        content: prompts && words !== undefined ? { ...rest, words } : rest,
        nextAt: dueNow,
      })),
    )
    .onConflictDoNothing({ target: [pushMessages.subscriptionId, pushMessages.subject] })
    .returning({ announced: sql<null>`pg_notify(${pushChannel}, ${pushMessages.userId}::text)` })
}

/** Announces the due notifications of everybody: retries, and those whose worker died. */
export async function wakeDuePushes(db: Database): Promise<void> {
  await db.execute(sql`
    select pg_notify(${pushChannel}, due.user_id::text) from (
      select distinct ${pushMessages.userId} as user_id from ${pushMessages} where ${lte(pushMessages.nextAt, sql`now()`)}
    ) due`)
}

/** Deletes subscriptions of sessions that have ended, and notifications after a week, until which none is planned twice. */
export async function sweepPushes(db: Database): Promise<void> {
  const ended = db.select({ id: sessions.id }).from(sessions).where(isNotNull(sessions.revokedAt))
  await db.delete(pushSubscriptions).where(sql`${pushSubscriptions.sessionId} in ${ended}`)
  await db.delete(pushMessages).where(lt(pushMessages.createdAt, sql`now() - interval '7 days'`))
}
