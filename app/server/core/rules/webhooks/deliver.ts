import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { DeliveryFailure } from '#app/contract/account/webhooks.ts'
import type { Database } from '#app/server/db/database.ts'
import { webhookDeliveries, webhooks } from '#app/server/db/schema/webhooks.ts'
import { EgressRefused } from '#app/server/egress/egress-refused.ts'
import { requestPublic } from '#app/server/egress/fetch-public.ts'
import { version } from '#app/server/version.ts'
import { openSecret } from '../../seal-secret.ts'
import type { DeliveryRow, WebhookRow } from './plan-webhooks.ts'
import { signWebhook } from './sign-webhook.ts'
import { turnOff } from './turn-off.ts'

/** Seconds between the tries: eight within a day. */
const pauses = [60, 5 * 60, 30 * 60, 2 * 3600, 4 * 3600, 7 * 3600, 10 * 3600] as const
export const mostTries = pauses.length + 1
/** Milliseconds in which an endpoint must answer. */
const answerMs = 10_000
/** Seconds after which another worker takes a call over; longer than an answer and its record take. */
const leaseSeconds = 60
/** Calls of one person at the same time. */
const atOnce = 8
/** Bytes of an answer that the log shows. */
const shownBytes = 2_000
/** Days of failures after which an endpoint is switched off. */
const failingDays = 3

export type DeliverOptions = {
  key: Uint8Array
  /** Origins of the operator's network that people's webhooks may reach. */
  ownOrigins: readonly string[]
  logger: Logger
  signal: AbortSignal
  /** Milliseconds in which an endpoint must answer, for tests. */
  timeoutMs?: number | undefined
}

type Outcome = { answerStatus: number | null; answer: string | null; failure: DeliveryFailure | null }

/** Sends the due calls of a person, a few at a time. Returns whether more may be due. */
export async function deliverDue(db: Database, userId: string, options: DeliverOptions): Promise<boolean> {
  const claimed = await claim(db, userId)
  if (claimed.length === 0) return false
  const ids = [...new Set(claimed.map(({ webhookId }) => webhookId))]
  const endpoints = new Map((await db.select().from(webhooks).where(inArray(webhooks.id, ids))).map((one) => [one.id, one]))
  await Promise.all(claimed.map((delivery) => deliver(db, { delivery, endpoint: endpoints.get(delivery.webhookId) }, options)))
  return claimed.length === atOnce && !options.signal.aborted
}

/** Takes due calls for the time of a lease. A try is counted before it is made, so that a call which ends its worker is not repeated for ever. */
async function claim(db: Database, userId: string): Promise<DeliveryRow[]> {
  const due = sql`(
    select d.id from ${webhookDeliveries} d join ${webhooks} w on w.id = d.webhook_id
    where d.user_id = ${userId} and d.next_at <= now() and w.off is null
    order by d.next_at limit ${atOnce} for no key update of d skip locked)`
  return db
    .update(webhookDeliveries)
    .set({
      tries: sql`${webhookDeliveries.tries} + 1`,
      triedAt: sql`now()`,
      nextAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where(sql`${webhookDeliveries.id} in ${due}`)
    .returning()
}

type Delivering = { delivery: DeliveryRow; endpoint: WebhookRow | undefined }

async function deliver(db: Database, { delivery, endpoint }: Delivering, options: DeliverOptions): Promise<void> {
  // It has been deleted, with its calls.
  if (!endpoint) return
  try {
    const outcome = await send(endpoint, delivery, options)
    // This worker stops in the middle: whether the endpoint got the call is not known, so it is made again when the lease ends.
    if (outcome.failure !== null && options.signal.aborted) return
    if (await record(db, delivery, outcome)) await recordEndpoint(db, endpoint, outcome)
  } catch (error) {
    // The lease ends, and the call is tried again.
    options.logger.warn({ err: error, delivery: delivery.id }, 'a webhook was not recorded')
  }
}

function secretsOf({ id: owner, secret, oldSecret, oldSecretUntil }: WebhookRow, key: Uint8Array): string[] | undefined {
  try {
    const sealed = [secret, ...(oldSecret && oldSecretUntil && oldSecretUntil > new Date() ? [oldSecret] : [])]
    return sealed.map((one) => openSecret({ key, owner }, one))
  } catch {
    return undefined
  }
}

async function send(
  endpoint: WebhookRow,
  { id, body }: DeliveryRow,
  { key, ownOrigins, signal, timeoutMs = answerMs }: DeliverOptions,
): Promise<Outcome> {
  const failed = (failure: DeliveryFailure): Outcome => ({ answerStatus: null, answer: null, failure })
  const secrets = secretsOf(endpoint, key)
  if (!secrets) return failed('secret_lost')
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await requestPublic(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': `Quartet-Webhooks/${version}`,
        ...signWebhook({ id, at: new Date(), body, secrets }),
      },
      body,
      ownOrigins,
      signal: AbortSignal.any([signal, timeout]),
    })
    const status = response.statusCode ?? 0
    const parts: Buffer[] = []
    let bytes = 0
    const read: AsyncIterator<Buffer> = response.iterator()
    for (let next = await read.next(); !next.done && bytes < shownBytes; next = await read.next()) {
      parts.push(next.value)
      bytes += next.value.length
    }
    response.destroy()
    const answer = Buffer.concat(parts).subarray(0, shownBytes).toString('utf8').replaceAll('\0', '')
    return { answerStatus: status, answer, failure: status >= 200 && status < 300 ? null : 'status' }
  } catch (error) {
    if (error instanceof EgressRefused) return failed(error.reason === 'private' ? 'private' : 'redirect')
    return failed(timeout.aborted ? 'timeout' : 'unreachable')
  }
}

/** Records a try. Only a call that waits can end, so of two workers with the same call one records its end; returns whether this one has. */
async function record(db: Database, delivery: DeliveryRow, outcome: Outcome): Promise<boolean> {
  const isLast = delivery.tries >= mostTries
  const pause = pauses[Math.min(delivery.tries, pauses.length) - 1] ?? pauses[0]
  const [recorded] = await db
    .update(webhookDeliveries)
    .set({
      ...outcome,
      ...(outcome.failure === null
        ? { status: 'delivered' as const, nextAt: null }
        : isLast
          ? { status: 'failed' as const, nextAt: null }
          : // Varied, so that what failed together is not tried together again.
            { nextAt: sql`now() + make_interval(secs => ${Math.round(pause * (0.9 + Math.random() / 5))})` }),
    })
    .where(
      and(
        eq(webhookDeliveries.id, delivery.id),
        eq(webhookDeliveries.status, 'waiting'),
        // A try that was taken over by another worker changes nothing but its success.
        outcome.failure === null ? undefined : eq(webhookDeliveries.tries, delivery.tries),
      ),
    )
    .returning({ id: webhookDeliveries.id })
  return recorded !== undefined
}

/**
 * Records since when an endpoint fails, and switches it off after days of it. Most calls change nothing here, so that a storm of them costs
 * one statement each: ends of runs would otherwise wait behind the calls that report them.
 */
async function recordEndpoint(db: Database, { id, failingSince }: WebhookRow, { failure }: Outcome): Promise<void> {
  const own = eq(webhooks.id, id)
  if (failure === null) {
    if (failingSince) await db.update(webhooks).set({ failingSince: null }).where(own)
    return
  }
  if (failingSince === null) {
    await db
      .update(webhooks)
      .set({ failingSince: sql`now()` })
      .where(and(own, isNull(webhooks.failingSince)))
    return
  }
  const isLong = sql`${webhooks.failingSince} <= now() - make_interval(days => ${failingDays})`
  if (failingSince.getTime() > Date.now() - failingDays * 86_400_000) return
  await db.transaction(async (tx) => {
    // Another call may have succeeded meanwhile. The endpoint is locked before its calls, as a deletion does.
    const [failing] = await tx.select({ id: webhooks.id }).from(webhooks).where(and(own, isLong)).for('no key update')
    if (failing) await turnOff(tx, id, 'failures')
  })
}
