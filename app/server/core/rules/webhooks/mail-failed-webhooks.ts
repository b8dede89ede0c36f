import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import { webhooks } from '#app/server/db/schema/webhooks.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writeWebhookOffMail } from '#app/server/mail/webhook-off-mail.ts'

export type MailFailedWebhooksOptions = { mailer: Mailer; siteUrl: string; logger: Logger }

const atOnce = 100

/** Notifies the owners of endpoints that were switched off because of failures, once each time. */
export async function mailFailedWebhooks(db: Database, { mailer, siteUrl, logger }: MailFailedWebhooksOptions): Promise<void> {
  const unsent = and(eq(webhooks.off, 'failures'), isNull(webhooks.mailedAt), isNull(webhooks.generationId))
  const due = await db.select({ id: webhooks.id }).from(webhooks).where(unsent).limit(atOnce)
  for (const { id } of due) {
    // The process that updates the row sends the email: an email lost in a crash is better than a duplicate.
    const [row] = await db
      .update(webhooks)
      .set({ mailedAt: sql`now()` })
      .where(and(eq(webhooks.id, id), unsent))
      .returning()
    const [user] = row ? await db.select({ to: users.email, locale: users.locale }).from(users).where(eq(users.id, row.userId)) : []
    if (!row || !user) continue
    await mailer
      .send(writeWebhookOffMail({ ...user, siteUrl, host: new URL(row.url).host }))
      .catch((error: unknown) => logger.error({ err: error, webhook: id }, 'email delivery failed'))
  }
}
