import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { subscriptions, users } from '../../db/schema.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { writePastDueMail } from '../../mail/past-due-mail.ts'

export type TellPastDueOptions = { mailer: Mailer; siteUrl: string; logger: Logger }

const atOnce = 100

/** Mails those whose charge has failed, once for each time that it came to that. */
export async function tellPastDue(db: Database, { mailer, siteUrl, logger }: TellPastDueOptions): Promise<void> {
  const untold = and(eq(subscriptions.status, 'past_due'), isNull(subscriptions.toldAt))
  const due = await db.select({ id: subscriptions.id }).from(subscriptions).where(untold).limit(atOnce)
  for (const { id } of due) {
    // Whoever writes it down tells: a mail that comes twice is worse than one that a crash has swallowed.
    const [row] = await db
      .update(subscriptions)
      .set({ toldAt: sql`now()` })
      .where(and(eq(subscriptions.id, id), untold))
      .returning()
    const [user] = row ? await db.select({ to: users.email, locale: users.locale }).from(users).where(eq(users.id, row.userId)) : []
    if (!row?.graceUntil || !user) continue
    const price = row.next?.price ?? { amount: row.amount, currency: row.currency }
    await mailer
      .send(writePastDueMail({ ...user, siteUrl, price, graceUntil: row.graceUntil }))
      .catch((error: unknown) => logger.error({ err: error, subscription: id }, 'a mail could not be sent'))
  }
}
