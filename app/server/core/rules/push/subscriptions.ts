import { and, asc, count, eq, inArray, ne, or } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type * as v from 'valibot'
import type { PushState, subscribePushSchema } from '#app/contract/account/push.ts'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { pushSubscriptions } from '#app/server/db/schema/push.ts'
import { lockCaller } from '../../lock-user.ts'
import { requirePublic } from '../webhooks/endpoints.ts'
import { vapidKeys } from './encrypt-push.ts'

type Caller = { userId: string; sessionId: string }
export type PushParts = { key: Uint8Array; ownOrigins: readonly string[] }

export async function getPush(db: Database, { key, userId, sessionId }: Caller & Pick<PushParts, 'key'>): Promise<PushState> {
  const [row] = await db
    .select({ endpoint: pushSubscriptions.endpoint, kinds: pushSubscriptions.kinds, prompts: pushSubscriptions.prompts })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.sessionId, sessionId)))
  return { public_key: vapidKeys(key).publicKey, subscription: row ?? null }
}

export type SubscribeOptions = Caller & PushParts & { input: v.InferOutput<typeof subscribePushSchema> }

/** Stores the subscription of a session. A browser in which somebody else signs in sends them theirs: the endpoint changes hands. */
export async function subscribe(db: Database, { key, ownOrigins, userId, sessionId, input }: SubscribeOptions): Promise<PushState> {
  const { endpoint, keys, kinds, prompts } = input
  requirePublic(endpoint, ownOrigins, 'endpoint')
  await db.transaction(async (tx) => {
    await lockCaller(tx, { userId, sessionId })
    await tx.delete(pushSubscriptions).where(
      and(
        or(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.sessionId, sessionId)),
        // The own one is changed below, and keeps what waits for it.
        or(ne(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.sessionId, sessionId)),
      ),
    )
    const values = { p256dh: keys.p256dh, auth: keys.auth, kinds, prompts }
    await tx
      .insert(pushSubscriptions)
      .values({ id: uuidv7(), userId, sessionId, endpoint, ...values })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values })
    const own = eq(pushSubscriptions.userId, userId)
    const [has] = await tx.select({ browsers: count() }).from(pushSubscriptions).where(own)
    const beyond = (has?.browsers ?? 0) - config.push.maxPerAccount
    if (beyond <= 0) return
    const oldest = await tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(own)
      .orderBy(asc(pushSubscriptions.id))
      .limit(beyond)
    await tx.delete(pushSubscriptions).where(
      inArray(
        pushSubscriptions.id,
        oldest.map(({ id }) => id),
      ),
    )
  })
  return getPush(db, { key, userId, sessionId })
}

export async function unsubscribe(db: Database, { userId, sessionId }: Caller): Promise<void> {
  await db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.sessionId, sessionId)))
}
