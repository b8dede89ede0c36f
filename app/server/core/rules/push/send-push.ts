import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { type PushContent, pushMessages, pushSubscriptions } from '#app/server/db/schema/push.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { users } from '#app/server/db/schema/users.ts'
import { EgressRefused } from '#app/server/egress/egress-refused.ts'
import { requestPublic } from '#app/server/egress/fetch-public.ts'
import { encryptPush, topicOf, vapidHeader } from './encrypt-push.ts'
import { writePush } from './write-push.ts'

/** Seconds between the tries, within the day in which a notification is of use. */
const pauses = [30, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600] as const
const answerMs = 10_000
/** Seconds after which another worker takes a message over. */
const leaseSeconds = 60
const atOnce = 8
/** Seconds for which the push service keeps a message for a browser that is off. */
const keptFor = 24 * 3600

export type SendPushOptions = {
  key: Uint8Array
  ownOrigins: readonly string[]
  siteUrl: string
  logger: Logger
  signal: AbortSignal
}

type Outcome = { status: number; retryAfter: number | undefined } | 'refused' | 'unreachable'

/** Sends the due notifications of a person. Returns whether more may be due. */
export async function sendDuePushes(db: Database, userId: string, options: SendPushOptions): Promise<boolean> {
  const due = sql`(
    select m.id from ${pushMessages} m where m.user_id = ${userId} and m.next_at <= now()
    order by m.next_at limit ${atOnce} for no key update of m skip locked)`
  const claimed = await db
    .update(pushMessages)
    .set({ tries: sql`${pushMessages.tries} + 1`, nextAt: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(sql`${pushMessages.id} in ${due}`)
    .returning()
  if (claimed.length === 0) return false
  const [person] = await db
    .select({ locale: users.locale })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt), isNull(users.blockedAt)))
  const ids = claimed.map(({ subscriptionId }) => subscriptionId)
  const browsers = await db
    .select({ browser: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), isNull(sessions.revokedAt)))
    .where(inArray(pushSubscriptions.id, ids))
  const browserOf = new Map(browsers.map(({ browser }) => [browser.id, browser]))
  await Promise.all(
    claimed.map(async (message) => {
      const browser = browserOf.get(message.subscriptionId)
      const outcome = person && browser ? await send(browser, { ...message, locale: person.locale }, options) : 'refused'
      // This worker stops in the middle: the message is sent again when its lease ends.
      if (outcome === 'unreachable' && options.signal.aborted) return
      await record(db, message, outcome).catch((error: unknown) => options.logger.warn({ err: error }, 'a notification was not recorded'))
    }),
  )
  return claimed.length === atOnce && !options.signal.aborted
}

type Browser = typeof pushSubscriptions.$inferSelect
type Message = { subject: string; content: PushContent; locale: Locale }

async function send(
  { endpoint, p256dh, auth }: Browser,
  { subject, content, locale }: Message,
  { key, ownOrigins, siteUrl, signal }: SendPushOptions,
): Promise<Outcome> {
  try {
    const body = encryptPush(JSON.stringify(writePush(content, { locale, siteUrl, tag: subject })), { p256dh, auth })
    const response = await requestPublic(endpoint, {
      method: 'POST',
      headers: {
        authorization: await vapidHeader(key, { endpoint, contact: siteUrl }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': String(body.length),
        ttl: String(keptFor),
        topic: topicOf(subject),
        urgency: content.kind === 'approval_asked' ? 'high' : 'normal',
      },
      body,
      ownOrigins,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    })
    const retryAfter = Number(response.headers['retry-after'])
    response.destroy()
    return { status: response.statusCode ?? 0, retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined }
  } catch (error) {
    return error instanceof EgressRefused ? 'refused' : 'unreachable'
  }
}

type Claimed = { id: string; subscriptionId: string; tries: number }

/** Ends a message, plans its next try, or removes a browser whose endpoint is gone or in a private network. */
async function record(db: Database, { id, subscriptionId, tries }: Claimed, outcome: Outcome): Promise<void> {
  const status = typeof outcome === 'object' ? outcome.status : 0
  if (outcome === 'refused' || status === 404 || status === 410) {
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId))
    return
  }
  const pause = pauses[tries - 1]
  const isBusy = outcome === 'unreachable' || status === 429 || status >= 500
  const asked = typeof outcome === 'object' ? (outcome.retryAfter ?? 0) : 0
  await db
    .update(pushMessages)
    .set({
      nextAt:
        isBusy && pause !== undefined
          ? sql`now() + make_interval(secs => ${Math.round(Math.max(asked, pause * (0.9 + Math.random() / 5)))})`
          : null,
    })
    .where(and(eq(pushMessages.id, id), eq(pushMessages.tries, tries), isNotNull(pushMessages.nextAt)))
}
