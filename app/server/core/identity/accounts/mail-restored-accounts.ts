import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writeSecurityNotice } from '#app/server/mail/security-notice.ts'

export type MailRestoredAccountsOptions = { mailer: Mailer; siteUrl: string; logger: Logger }

const atOnce = 100

/**
 * Notifies people whose sign-in canceled a deletion, because it may have been another person's sign-in. A sweep, because there are many
 * ways to sign in.
 */
export async function mailRestoredAccounts(db: Database, { mailer, siteUrl, logger }: MailRestoredAccountsOptions): Promise<void> {
  const unsent = and(isNotNull(users.keptAt), isNull(users.erasedAt))
  const due = await db
    .select({ id: users.id, at: users.keptAt, to: users.email, locale: users.locale })
    .from(users)
    .where(unsent)
    .limit(atOnce)
  for (const { id, at, ...addressed } of due) {
    if (!at) continue
    // The process that updates the row sends the email: an email lost in a crash is better than a duplicate.
    const claimed = await db
      .update(users)
      .set({ keptAt: null })
      .where(and(eq(users.id, id), eq(users.keptAt, at)))
      .returning({ id: users.id })
    if (claimed.length === 0) continue
    await mailer
      .send(writeSecurityNotice({ ...addressed, siteUrl, at, event: { kind: 'deletion_taken_back' } }))
      .catch((error: unknown) => logger.error({ err: error }, 'email delivery failed'))
  }
}
