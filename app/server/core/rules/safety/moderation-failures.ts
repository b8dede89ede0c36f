import { and, gte, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#app/server/db/database.ts'
import { moderationFailures } from '#app/server/db/schema/safety.ts'
import { writeModerationMail } from '#app/server/mail/moderation-mail.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'

/** Failed checks in a row, as many as the attempts of one run, after which the service counts as unreachable. */
const alarmAfter = 3

export async function addModerationFailure(db: Database): Promise<void> {
  await db
    .insert(moderationFailures)
    .values({})
    .onConflictDoUpdate({ target: moderationFailures.only, set: { count: sql`${moderationFailures.count} + 1` } })
}

export async function endModerationFailure(db: Database): Promise<void> {
  await db.delete(moderationFailures)
}

/** Milliseconds within which a process looks once whether another one has recorded a failure. */
const lookEveryMs = 60_000

/** Ends the failure after an answer, with a statement only if there may be one. */
export function openFailureEnd(db: Database, now: () => number = () => performance.now()) {
  let lookAt = Number.NEGATIVE_INFINITY
  return {
    failed: () => void (lookAt = Number.NEGATIVE_INFINITY),
    async answered(): Promise<void> {
      if (now() < lookAt) return
      lookAt = now() + lookEveryMs
      await endModerationFailure(db)
    },
  }
}

/** Returns the failure of the moderation service; undefined while it answers, or after single failures. */
export async function readModerationFailure(db: Database): Promise<{ count: number; since: string } | undefined> {
  const [failure] = await db.select().from(moderationFailures).where(gte(moderationFailures.count, alarmAfter))
  return failure && { count: failure.count, since: failure.since.toISOString() }
}

export type MailModerationFailureOptions = { mailer: Mailer; logger: Logger; siteUrl: string; operatorEmail: string | undefined }

/** Notifies the operator of a failure by email, once until the service answers again. */
export async function mailModerationFailure(
  db: Database,
  { mailer, logger, siteUrl, operatorEmail }: MailModerationFailureOptions,
): Promise<void> {
  if (!operatorEmail) return
  const [failure] = await db
    .update(moderationFailures)
    .set({ mailedAt: sql`now()` })
    .where(and(gte(moderationFailures.count, alarmAfter), isNull(moderationFailures.mailedAt)))
    .returning()
  if (!failure) return
  await mailer
    .send(writeModerationMail({ to: operatorEmail, siteUrl, count: failure.count }))
    .catch((error: unknown) => logger.warn({ err: error }, 'the operator could not be notified of failing moderation'))
}
