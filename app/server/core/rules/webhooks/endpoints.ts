import { and, count, eq, getTableColumns, isNull, lt, sql } from 'drizzle-orm'
import { v7 as uuidv7, validate } from 'uuid'
import type * as v from 'valibot'
import type { changeWebhookSchema, createWebhookSchema, Delivery, NewWebhook, Webhook } from '#app/contract/account/webhooks.ts'
import type { RunWebhook } from '#app/contract/account/webhook-address.ts'
import { runEvents } from '#app/contract/account/webhooks.ts'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { webhookDeliveries, webhooks } from '#app/server/db/schema/webhooks.ts'
import { refusePrivateHost } from '#app/server/egress/public-address.ts'
import { lockUser } from '../../lock-user.ts'
import { newestFirst, type Page, pageLimit, type PageQuery, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { sealSecret } from '../../seal-secret.ts'
import { announcing, type DeliveryRow, dueNow, planDeliveries, type WebhookRow } from './plan-webhooks.ts'
import { makeWebhookSecret } from './sign-webhook.ts'
import { turnOff } from './turn-off.ts'

type Own = { userId: string; id: string }

function ownWebhook({ userId, id }: Own) {
  if (!validate(id)) throw new Problem('not_found')
  return and(eq(webhooks.id, id), eq(webhooks.userId, userId))
}

/** Finds an endpoint of the person and keeps it from being changed or deleted meanwhile. */
async function lockWebhook(tx: Transaction, own: Own): Promise<WebhookRow> {
  const [found] = await tx.select().from(webhooks).where(ownWebhook(own)).for('no key update')
  if (!found) throw new Problem('not_found')
  return found
}

const localNames = /^(?:localhost|.*\.(?:localhost|local|internal))$/

/**
 * Refuses an address that will never be called, for a reason that is known now. The network of a name is checked at every call: it may
 * change.
 */
export function requirePublic(address: string, ownOrigins: readonly string[], field = 'url'): void {
  const url = new URL(address)
  if (ownOrigins.includes(url.origin)) return
  try {
    if (localNames.test(url.hostname)) throw new Error('a name of this network')
    refusePrivateHost(url)
  } catch (cause) {
    throw new Problem('invalid_input', { fields: { [field]: 'webhook_private' }, cause })
  }
  if (url.protocol !== 'https:') throw new Problem('invalid_input', { fields: { [field]: 'webhook_not_https' } })
}

export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    tokens_below: row.tokensBelow,
    off: row.off,
    off_at: row.offAt?.toISOString() ?? null,
    failing_since: row.failingSince?.toISOString() ?? null,
    old_secret_until: row.oldSecretUntil && row.oldSecretUntil > new Date() ? row.oldSecretUntil.toISOString() : null,
    generation_id: row.generationId,
    created_at: row.createdAt.toISOString(),
  }
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    event: row.event,
    status: row.status,
    tries: row.tries,
    next_at: row.nextAt?.toISOString() ?? null,
    tried_at: row.triedAt?.toISOString() ?? null,
    body: row.body,
    answer_status: row.answerStatus,
    answer: row.answer,
    failure: row.failure,
    created_at: row.createdAt.toISOString(),
  }
}

/** Lists the endpoints of the account, oldest first, or the one of a run. */
export async function listWebhooks(
  db: Database,
  { userId, generation }: { userId: string; generation?: string | undefined },
): Promise<Webhook[]> {
  const which = generation === undefined ? isNull(webhooks.generationId) : eq(webhooks.generationId, generation)
  const rows = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.userId, userId), which))
    .orderBy(webhooks.id)
  return rows.map(toWebhook)
}

export type WebhookParts = { key: Uint8Array; ownOrigins: readonly string[] }

export type CreateWebhookOptions = WebhookParts & { userId: string; input: v.InferOutput<typeof createWebhookSchema> }
type Owner = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** Adds an endpoint. Only this call returns its secret. */
export async function createWebhook(
  db: Database,
  { userId, key, ownOrigins, input }: CreateWebhookOptions,
): Promise<NewWebhook & { owner: Owner }> {
  requirePublic(input.url, ownOrigins)
  const id = uuidv7()
  const secret = makeWebhookSecret()
  return db.transaction(async (tx) => {
    // The lock makes each of several concurrent requests count the endpoints of the others.
    const owner = await lockUser(tx, userId)
    if (!owner) throw new Problem('unauthorized')
    const [has] = await tx
      .select({ endpoints: count() })
      .from(webhooks)
      .where(and(eq(webhooks.userId, userId), isNull(webhooks.generationId)))
    if (has && has.endpoints >= config.webhooks.maxPerAccount) throw new Problem('too_many_webhooks')
    const { url, events, tokens_below: tokensBelow } = input
    const [row] = await tx
      .insert(webhooks)
      .values({ id, userId, url, events, tokensBelow, secret: sealSecret({ key, owner: id }, secret) })
      .returning()
    if (!row) throw new Error('the endpoint was not inserted')
    return { secret, webhook: toWebhook(row), owner }
  })
}

/** Returns what adds the webhook of a single run in the transaction that submits it. */
export function webhookOfRun({ key, ownOrigins }: WebhookParts, { url, secret }: RunWebhook) {
  try {
    requirePublic(url, ownOrigins)
  } catch (error) {
    if (!(error instanceof Problem) || !error.fields?.['url']) throw error
    throw new Problem('invalid_input', { fields: { 'webhook.url': error.fields['url'] }, cause: error })
  }
  return async (tx: Transaction, { id: generationId, userId }: { id: string; userId: string }): Promise<void> => {
    const id = uuidv7()
    await tx
      .insert(webhooks)
      .values({ id, userId, generationId, url, events: [...runEvents], tokensBelow: 0, secret: sealSecret({ key, owner: id }, secret) })
  }
}

export type ChangeWebhookOptions = Own & { ownOrigins: readonly string[]; changes: v.InferOutput<typeof changeWebhookSchema> }

export async function changeWebhook(db: Database, { ownOrigins, changes, ...own }: ChangeWebhookOptions): Promise<Webhook> {
  const { url, events, tokens_below: tokensBelow, on } = changes
  if (url !== undefined) requirePublic(url, ownOrigins)
  return db.transaction(async (tx) => {
    const { id } = await lockWebhook(tx, own)
    if (on === false) await turnOff(tx, id, 'person')
    const set = {
      ...(url !== undefined && { url }),
      ...(events && { events }),
      ...(tokensBelow !== undefined && { tokensBelow, lowAt: null }),
      ...(on === true && { off: null, offAt: null, failingSince: null }),
    }
    if (Object.keys(set).length > 0) await tx.update(webhooks).set(set).where(eq(webhooks.id, id))
    return toWebhook(await lockWebhook(tx, own))
  })
}

export async function deleteWebhook(db: Database, own: Own): Promise<void> {
  const [deleted] = await db.delete(webhooks).where(ownWebhook(own)).returning({ id: webhooks.id })
  if (!deleted) throw new Problem('not_found')
}

/** Replaces the secret. The old one signs as well for some hours, so that receivers can be changed without losing a call. */
export async function rollSecret(
  db: Database,
  { key, keepHours, ...own }: Own & { key: Uint8Array; keepHours: number },
): Promise<NewWebhook> {
  const secret = makeWebhookSecret()
  return db.transaction(async (tx) => {
    const { id, secret: oldSecret } = await lockWebhook(tx, own)
    const [row] = await tx
      .update(webhooks)
      .set({
        secret: sealSecret({ key, owner: id }, secret),
        oldSecret: keepHours > 0 ? oldSecret : null,
        oldSecretUntil: keepHours > 0 ? sql`now() + make_interval(hours => ${keepHours})` : null,
      })
      .where(eq(webhooks.id, id))
      .returning()
    if (!row) throw new Problem('not_found')
    return { secret, webhook: toWebhook(row) }
  })
}

export async function testWebhook(db: Database, own: Own): Promise<Delivery> {
  return db.transaction(async (tx) => {
    const endpoint = await lockWebhook(tx, own)
    if (endpoint.off) throw new Problem('webhook_off')
    // An id of its own, because two tests may be planned within one millisecond.
    const planned = { event: 'webhook.test', subjectId: uuidv7(), data: { webhook_id: endpoint.id } } as const
    const [delivery] = await planDeliveries(tx, [endpoint], planned)
    if (!delivery) throw new Error('the test was not planned')
    return toDelivery(delivery)
  })
}

/** Lists the calls of an endpoint, newest first. */
export async function listDeliveries(db: Database, { query, ...own }: Own & { query: PageQuery }): Promise<Page<Delivery>> {
  const [endpoint] = await db.select({ id: webhooks.id }).from(webhooks).where(ownWebhook(own))
  if (!endpoint) throw new Problem('not_found')
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, endpoint.id), before ? lt(webhookDeliveries.id, before) : undefined))
    .orderBy(newestFirst(webhookDeliveries.id))
    .limit(limit + 1)
  return toPage(rows, limit, toDelivery)
}

/** Sends a call again, with all its tries. */
export async function resendDelivery(db: Database, { delivery, ...own }: Own & { delivery: string }): Promise<Delivery> {
  if (!validate(delivery)) throw new Problem('not_found')
  return db.transaction(async (tx) => {
    const endpoint = await lockWebhook(tx, own)
    if (endpoint.off) throw new Problem('webhook_off')
    const [row] = await tx
      .update(webhookDeliveries)
      .set({ status: 'waiting', tries: 0, nextAt: dueNow, failure: null, answerStatus: null, answer: null })
      .where(and(eq(webhookDeliveries.id, delivery), eq(webhookDeliveries.webhookId, endpoint.id)))
      .returning({ ...getTableColumns(webhookDeliveries), announced: announcing })
    if (!row) throw new Problem('not_found')
    return toDelivery(row)
  })
}
