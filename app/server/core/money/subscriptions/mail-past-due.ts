import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#app/server/db/database.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writePastDueMail } from '#app/server/mail/past-due-mail.ts'

export type MailPastDueOptions = { mailer: Mailer; siteUrl: string; logger: Logger }

const atOnce = 100

/** Notifies people whose charge has failed, once per failure. */
export async function mailPastDue(db: Database, { mailer, siteUrl, logger }: MailPastDueOptions): Promise<void> {
  const unsent = and(eq(subscriptions.status, 'past_due'), isNull(subscriptions.mailedAt))
  const due = await db.select({ id: subscriptions.id }).from(subscriptions).where(unsent).limit(atOnce)
  for (const { id } of due) {
    // The process that updates the row sends the email: an email lost in a crash is better than a duplicate.
    const [row] = await db
      .update(subscriptions)
      .set({ mailedAt: sql`now()` })
      .where(and(eq(subscriptions.id, id), unsent))
      .returning()
    const [user] = row ? await db.select({ to: users.email, locale: users.locale }).from(users).where(eq(users.id, row.userId)) : []
    if (!row?.graceUntil || !user) continue
    const price = row.next?.price ?? { amount: row.amount, currency: row.currency }
    await mailer
      .send(writePastDueMail({ ...user, siteUrl, price, graceUntil: row.graceUntil }))
      .catch((error: unknown) => logger.error({ err: error, subscription: id }, 'email delivery failed'))
  }
}
