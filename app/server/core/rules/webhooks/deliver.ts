import { and, eq, getTableColumns, isNull, lte, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { DeliveryFailure } from '#app/contract/account/webhooks.ts'
import type { Database } from '#app/server/db/database.ts'
import { prepared } from '#app/server/db/prepared.ts'
import { webhookDeliveries, webhooks } from '#app/server/db/schema/webhooks.ts'
import { EgressRefused } from '#app/server/egress/egress-refused.ts'
import { requestPublic } from '#app/server/egress/fetch-public.ts'
import { version } from '#app/server/version.ts'
import { inBatches } from '../../in-batches.ts'
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

type Delivering = { delivery: DeliveryRow; endpoint: WebhookRow }
type Outcome = { answerStatus: number | null; answer: string | null; failure: DeliveryFailure | null }
type Tried = Delivering & { outcome: Outcome }

/**
 * Returns a function that sends the due calls of a person, a few at a time, and returns whether more may be due. All persons that are
 * served at the same time share their statements and one connection, because ends of runs would otherwise wait behind the calls that report
 * them.
 */
export function openDeliveries(db: Database, options: DeliverOptions): (userId: string) => Promise<boolean> {
  const { signal, logger } = options
  const claimFor = inBatches((userIds: readonly string[]) => claim(db, userIds))
  const recordAll = inBatches(async (tried: readonly (readonly Tried[])[]) => {
    await record(db, tried.flat())
    return tried.map(() => undefined)
  })
  return async (userId) => {
    const claimed = await claimFor(userId)
    const tried = await Promise.all(claimed.map(async (one) => ({ ...one, outcome: await send(one, options) })))
    // A worker that stops in the middle does not know whether the endpoint got the call, so it is made again when the lease ends.
    const known = tried.filter(({ outcome }) => outcome.failure === null || !signal.aborted)
    if (known.length > 0)
      await recordAll(known).catch((error: unknown) =>
        // The lease ends, and the calls are tried again.
        logger.warn({ err: error, deliveries: known.map(({ delivery }) => delivery.id) }, 'webhooks were not recorded'),
      )
    return claimed.length === atOnce && !signal.aborted
  }
}

/** Takes due calls for the time of a lease, by person. */
async function claim(db: Database, userIds: readonly string[]): Promise<Delivering[][]> {
  const claimed = Map.groupBy(await claimStatement(db).execute({ userIds }), ({ delivery }) => delivery.userId)
  return userIds.map((userId) => claimed.get(userId) ?? [])
}

/**
 * Takes the due calls for the time of a lease, and counts the try before it is made: a call whose answer ends the worker would otherwise
 * never use up its tries. If the worker stops between the call and its record, the lease ends and another one makes the call again. An
 * endpoint may therefore get a call twice, with the same id, by which it recognizes the repetition; it misses none because a worker
 * stopped.
 */
const claimStatement = prepared((db) => {
  const due = sql`(
    select due.id from unnest(${sql.placeholder('userIds')}::uuid[]) person(id) cross join lateral (
      select d.id from ${webhookDeliveries} d join ${webhooks} w on w.id = d.webhook_id
      where d.user_id = person.id and d.next_at <= now() and w.off is null
      order by d.next_at limit ${sql.raw(String(atOnce))} for no key update of d skip locked) due)`
  return (
    db
      .update(webhookDeliveries)
      .set({
        tries: sql`${webhookDeliveries.tries} + 1`,
        triedAt: sql`now()`,
        nextAt: sql`now() + make_interval(secs => ${sql.raw(String(leaseSeconds))})`,
      })
      .from(webhooks)
      // As an array, the calls are chosen once, however the statement is planned.
      .where(and(eq(webhooks.id, webhookDeliveries.webhookId), sql`${webhookDeliveries.id} = any(array${due})`))
      .returning({ delivery: getTableColumns(webhookDeliveries), endpoint: getTableColumns(webhooks) })
      .prepare('claim_deliveries')
  )
})

function secretsOf({ id: owner, secret, oldSecret, oldSecretUntil }: WebhookRow, key: Uint8Array): string[] | undefined {
  try {
    const sealed = [secret, ...(oldSecret && oldSecretUntil && oldSecretUntil > new Date() ? [oldSecret] : [])]
    return sealed.map((one) => openSecret({ key, owner }, one))
  } catch {
    return undefined
  }
}

async function send(
  { endpoint, delivery: { id, body } }: Delivering,
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

/**
 * Records tries. A slow worker may come back after its lease, when another has made the same call. Only a call that waits can end, so the
 * first success ends it and later records change nothing. A late failure does not count, because the number of tries has moved on: it
 * would postpone a call that is just being made.
 */
async function record(db: Database, tried: readonly Tried[]): Promise<void> {
  const outcomes = tried.map(({ delivery: { id, tries }, outcome }) => {
    const pause = pauses[Math.min(tries, pauses.length) - 1] ?? pauses[0]
    return {
      id,
      tries,
      status: outcome.failure === null ? 'delivered' : tries >= mostTries ? 'failed' : 'waiting',
      // Varied, so that what failed together is not tried together again.
      pause: Math.round(pause * (0.9 + Math.random() / 5)),
      ...outcome,
    }
  })
  const recorded = await db
    .update(webhookDeliveries)
    .set({
      status: sql`tried.status`,
      nextAt: sql`case when tried.status = 'waiting' then now() + make_interval(secs => tried.pause) end`,
      answerStatus: sql`tried."answerStatus"`,
      answer: sql`tried.answer`,
      failure: sql`tried.failure`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
        tried(id uuid, tries int, status text, pause float8, "answerStatus" smallint, answer text, failure text)`,
    )
    .where(
      and(
        sql`${webhookDeliveries.id} = tried.id`,
        eq(webhookDeliveries.status, 'waiting'),
        sql`(tried.failure is null or tried.tries = ${webhookDeliveries.tries})`,
      ),
    )
    .returning({ id: webhookDeliveries.id })
  const ids = new Set(recorded.map(({ id }) => id))
  const endpoints = Map.groupBy(
    tried.filter(({ delivery }) => ids.has(delivery.id)),
    ({ endpoint }) => endpoint.id,
  )
  for (const [first, ...others] of endpoints.values())
    if (first)
      await recordEndpoint(
        db,
        first.endpoint,
        [first, ...others].some(({ outcome }) => outcome.failure === null),
      )
}

/** Records since when an endpoint fails, and switches it off after days of it. Most calls change nothing here. */
async function recordEndpoint(db: Database, { id, failingSince }: WebhookRow, hasSucceeded: boolean): Promise<void> {
  const own = eq(webhooks.id, id)
  if (hasSucceeded) {
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
  if (failingSince.getTime() > Date.now() - failingDays * 86_400_000) return
  await db.transaction(async (tx) => {
    // Another call may have succeeded meanwhile. The endpoint is locked before its calls, as a deletion does.
    const isLong = lte(webhooks.failingSince, sql`now() - make_interval(days => ${failingDays})`)
    const [failing] = await tx.select({ id: webhooks.id }).from(webhooks).where(and(own, isLong)).for('no key update')
    if (failing) await turnOff(tx, id, 'failures')
  })
}
