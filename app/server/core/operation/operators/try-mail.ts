import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import { type MailProblem, mailProblemOf } from '#app/server/mail/mail-problem.ts'
import { writeTestMail } from '#app/server/mail/test-mail.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { KeptMailer } from '../operations/failed-mails.ts'
import { Problem } from '../../problem.ts'

export type TryMailOptions = {
  attempts: Attempts
  mailer: KeptMailer
  logger: Pick<Logger, 'warn'>
  userId: string
  locale: Locale
  siteUrl: string
  /** The mail server; undefined for the outbox. */
  smtpUrl: string | undefined
}

/** Sends a test email to the operator's own address, once. Returns why the mail server refuses it. */
export async function tryMail(
  db: Database,
  { attempts, mailer, logger, userId, locale, siteUrl, smtpUrl }: TryMailOptions,
): Promise<{ to: string; problem: MailProblem | undefined }> {
  await attempts.testMails.take(userId)
  const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!person) throw new Problem('not_found')
  const to = person.email
  try {
    await mailer.sendOnce(writeTestMail({ to, locale, siteUrl }), { tries: 1 })
    return { to, problem: undefined }
  } catch (error) {
    if (smtpUrl === undefined) throw error
    logger.warn({ err: error }, 'a test email was not sent')
    return { to, problem: mailProblemOf(error, smtpUrl) }
  }
}
