import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import { users } from '#app/server/db/schema/users.ts'
import { writeApprovalMail } from '#app/server/mail/approval-mail.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { pageOfRequest } from './ask-owner.ts'
import { isOpen } from './request-state.ts'

export type MailRequestsOptions = { mailer: Mailer; siteUrl: string; logger: Logger }

const atOnce = 100
/** A program that asks again and again sends no email for each request. */
const pause = sql`interval '15 minutes'`

const isUntold = and(isNull(runRequests.mailedAt), isOpen)

/** Emails people about requests that wait for them, one email for those of a person, at most every 15 minutes. */
export async function mailRequests(db: Database, { mailer, siteUrl, logger }: MailRequestsOptions): Promise<void> {
  const due = await db
    .selectDistinct({ userId: runRequests.userId })
    .from(runRequests)
    .innerJoin(users, eq(users.id, runRequests.userId))
    .where(
      and(
        isUntold,
        eq(users.mailWhenAsked, true),
        isNull(users.deleteAfter),
        isNull(users.blockedAt),
        sql`not exists (select 1 from run_requests mailed where mailed.user_id = ${users.id} and mailed.mailed_at > now() - ${pause})`,
      ),
    )
    .limit(atOnce)
  for (const { userId } of due) {
    // The process that updates the rows sends the email: an email lost in a crash is better than a duplicate.
    const claimed = await db
      .update(runRequests)
      .set({ mailedAt: sql`now()` })
      .where(and(eq(runRequests.userId, userId), isUntold))
      .returning()
    const newest = claimed.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
    if (!newest) continue
    const [found] = await db
      .select({ to: users.email, locale: users.locale, key: apiKeys.name })
      .from(users)
      .innerJoin(apiKeys, eq(apiKeys.id, newest.apiKeyId))
      .where(eq(users.id, userId))
    if (!found) continue
    const page = pageOfRequest(siteUrl, newest.id)
    await mailer
      .send(writeApprovalMail({ ...found, siteUrl, page, price: newest.price, count: claimed.length }))
      .catch((error: unknown) => logger.error({ err: error, request: newest.id }, 'email delivery failed'))
  }
}
