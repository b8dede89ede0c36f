import { and, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { users } from '#app/server/db/schema/users.ts'
import { writeChargeNotice } from '#app/server/mail/charge-notice-mail.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writeMoney } from '#app/server/mail/write-money.ts'
import { planPush } from '../../rules/push/plan-push.ts'
import { describeOrder } from '../orders/describe-order.ts'
import { type SubscriptionRow, termsOfSubscription } from '../payments/find-subscription.ts'

export type MailChargeNoticesOptions = { mailer: Mailer; siteUrl: string; logger: Logger }

const atOnce = 100

/** Longer than an email takes with its attempts. */
const sendingFor = sql`interval '10 minutes'`

/** An automatic charge within these seconds. */
const isChargedWithin = (seconds: number) =>
  and(
    eq(subscriptions.status, 'active'),
    eq(subscriptions.cancelAtEnd, false),
    isNotNull(subscriptions.method),
    gt(subscriptions.paidUntil, sql`now()`),
    lte(subscriptions.paidUntil, sql`now() + make_interval(secs => ${seconds})`),
  )

/** An automatic charge within the days of the notice, of whose date the person has not been notified. Its retries need no other notice. */
export const isToBeNoticed = and(
  isChargedWithin(config.subscriptions.noticeBefore),
  sql`${subscriptions.noticedFor} is distinct from ${subscriptions.paidUntil}`,
  or(isNull(subscriptions.noticingUntil), lte(subscriptions.noticingUntil, sql`now()`)),
)

/**
 * Notifies people three days before each automatic charge. The process that claims a notice sends it, so parallel ones send it once; it is
 * done when the mail server has taken it, so that a crash or a mail server that is down delays it and does not lose it.
 */
export async function mailChargeNotices(db: Database, { mailer, siteUrl, logger }: MailChargeNoticesOptions): Promise<void> {
  const due = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(isToBeNoticed)
    .orderBy(subscriptions.paidUntil)
    .limit(atOnce)
  for (const { id } of due) {
    const [row] = await db
      .update(subscriptions)
      .set({ noticingUntil: sql`now() + ${sendingFor}` })
      .where(and(eq(subscriptions.id, id), isToBeNoticed))
      .returning()
    if (row)
      await send(db, row, { mailer, siteUrl }).catch((error: unknown) =>
        logger.error({ err: error, subscription: id }, 'email delivery failed'),
      )
  }
}

const chargeSubject = sql<string>`'charge ' || ${subscriptions.id} || ' ' || (extract(epoch from ${subscriptions.paidUntil}) * 1000)::bigint`

/** Notifies the browsers of people a day before an automatic charge, each once. */
export async function pushChargeNotices(db: Database): Promise<void> {
  const due = await db
    .select({ row: subscriptions, subject: chargeSubject, locale: users.locale })
    .from(subscriptions)
    .innerJoin(users, and(eq(users.id, subscriptions.userId), isNull(users.erasedAt)))
    .where(
      and(
        isChargedWithin(86_400),
        sql`exists (
          select 1 from push_subscriptions b where b.user_id = ${users.id} and 'charge_soon' = any(b.kinds)
          and not exists (select 1 from push_messages m where m.subscription_id = b.id and m.subject = ${chargeSubject}))`,
      ),
    )
    .limit(atOnce)
  for (const { row, subject, locale } of due) {
    const { price } = row.next ?? termsOfSubscription(row)
    const values = { amount: writeMoney(locale, price) }
    const content = { kind: 'charge_soon', path: '/profile/subscription', values } as const
    await db.transaction((tx) => planPush(tx, { userId: row.userId, subject, content }))
  }
}

async function send(db: Database, row: SubscriptionRow, { mailer, siteUrl }: Omit<MailChargeNoticesOptions, 'logger'>): Promise<void> {
  const [user] = await db
    .select({ to: users.email, locale: users.locale, timeZone: users.timeZone })
    .from(users)
    .where(and(eq(users.id, row.userId), isNull(users.erasedAt)))
  if (!user) return
  const { plan, period, tokens_per_month: tokens, price } = row.next ?? termsOfSubscription(row)
  const item = describeOrder({ kind: 'plan', item: plan, period, tokens }, user.locale)
  await mailer.send(writeChargeNotice({ ...user, siteUrl, at: row.paidUntil, price, item, method: row.methodLabel }))
  await db
    .update(subscriptions)
    .set({ noticedFor: row.paidUntil, noticingUntil: null })
    .where(and(eq(subscriptions.id, row.id), eq(subscriptions.paidUntil, row.paidUntil)))
}
