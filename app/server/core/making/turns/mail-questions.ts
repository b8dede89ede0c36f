import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writeQuestionMail } from '#app/server/mail/question-mail.ts'

export type MailQuestionsOptions = { mailer: Mailer; siteUrl: string; logger: Logger }

const atOnce = 100
/** The time in which a person who is there answers. */
const patience = sql`interval '10 minutes'`
/** A program that begins one conversation after another sends no email for each. */
const pause = sql`interval '15 minutes'`

/**
 * Matches answers with a question that nobody has answered in time, and without an email so far. The first call of an answer, of whatever
 * sort, has the time of its email, so that a question that the answer asks later sends no second one.
 */
const isDue = and(
  eq(toolCalls.position, 0),
  isNull(toolCalls.mailedAt),
  sql`exists (select from tool_calls one where one.step_id = ${toolCalls.stepId} and one.state = 'asks' and one.asked_at < now() - ${patience})`,
)

/** Emails people about answers that wait for them, one email for all of a person's, each answer in one email at most. */
export async function mailQuestions(db: Database, { mailer, siteUrl, logger }: MailQuestionsOptions): Promise<void> {
  const due = await db
    .selectDistinct({ userId: users.id })
    .from(toolCalls)
    .innerJoin(users, eq(users.id, toolCalls.userId))
    .where(
      and(
        eq(toolCalls.state, 'asks'),
        sql`${toolCalls.askedAt} < now() - ${patience}`,
        sql`exists (select from tool_calls first where first.step_id = ${toolCalls.stepId} and first.position = 0 and first.mailed_at is null)`,
        eq(users.mailWhenAsked, true),
        isNull(users.deleteAfter),
        isNull(users.blockedAt),
        sql`not exists (select from tool_calls mailed where mailed.user_id = ${users.id} and mailed.mailed_at > now() - ${pause})`,
      ),
    )
    .limit(atOnce)
  for (const { userId } of due) {
    // The process that updates the rows sends the email: an email lost in a crash is better than a duplicate.
    const claimed = await db.transaction(async (tx) => {
      const steps = await tx
        .select({ id: toolCalls.id, stepId: toolCalls.stepId })
        .from(toolCalls)
        .where(and(eq(toolCalls.userId, userId), isDue))
        .orderBy(toolCalls.id)
        .for('no key update', { skipLocked: true })
      const ids = steps.map(({ id }) => id)
      if (ids.length > 0)
        await tx
          .update(toolCalls)
          .set({ mailedAt: sql`now()` })
          .where(inArray(toolCalls.id, ids))
      return steps.map(({ stepId }) => stepId)
    })
    // Somebody may have answered meanwhile.
    const open = claimed.length === 0 ? [] : await readAsking(db, userId)
    const waiting = open.filter(({ stepId }) => claimed.includes(stepId))
    const [newest] = waiting
    const [person] = await db.select({ to: users.email, locale: users.locale }).from(users).where(eq(users.id, userId))
    if (!newest || !person) continue
    const page = `${siteUrl}/dashboard/text${newest.threadId === null ? '' : `?thread=${newest.threadId}`}`
    await mailer
      .send(writeQuestionMail({ ...person, siteUrl, page, price: wholeTokens(newest.milli), count: waiting.length }))
      .catch((error: unknown) => logger.error({ err: error, step: newest.stepId }, 'email delivery failed'))
  }
}

/** Reads the answers of a person that ask, newest first, with the price of all that each asks for. */
const readAsking = (db: Database, userId: string) =>
  db
    .select({
      stepId: toolCalls.stepId,
      threadId: generations.threadId,
      milli: sql<number>`coalesce(sum(${toolCalls.askedMilli}), 0)::float8`,
    })
    .from(toolCalls)
    .innerJoin(generations, eq(generations.id, toolCalls.stepId))
    .where(and(eq(toolCalls.userId, userId), eq(toolCalls.state, 'asks'), isNull(generations.halted), isNull(generations.deletedAt)))
    .groupBy(toolCalls.stepId, generations.threadId)
    .orderBy(desc(toolCalls.stepId))
