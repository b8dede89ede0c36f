import { and, eq, isNull } from 'drizzle-orm'
import { longRunMinutes } from '#app/contract/long-run.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { generations, users } from '../../db/schema.ts'
import { writeDoneMail } from '../../mail/done-mail.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Queue } from '../../queue/queue.ts'
import { generationErrorTexts } from './error-texts.ts'
import type { GenerationRow } from './to-generation.ts'

export type PlanDoneMailOptions = { queue: Queue; row: GenerationRow; createdAt: Date; finishedAt: Date | null }

/**
 * Within the transaction that ends a run: a mail about it, if it took long and its person wants to hear of that. What counts is how long
 * they have waited, the queue included. A program that asked with a key has its answer, and needs no mail.
 */
export async function planDoneMail(tx: Transaction, { queue, row, createdAt, finishedAt }: PlanDoneMailOptions): Promise<void> {
  const waitedMs = (finishedAt?.getTime() ?? 0) - createdAt.getTime()
  if (row.apiKeyId !== null || waitedMs < longRunMinutes * 60_000) return
  const [wanted] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, row.userId), eq(users.mailWhenDone, true)))
  if (wanted) await queue.enqueue(tx, 'mail-done', { generation_id: row.id })
}

export type TellDoneOptions = { mailer: Mailer; siteUrl: string; generationId: string }

/** Sends that mail; not to who has changed their mind, asked to be deleted, or thrown the work away meanwhile. */
export async function tellDone(db: Database, { mailer, siteUrl, generationId }: TellDoneOptions): Promise<void> {
  const [found] = await db
    .select({ row: generations, email: users.email, locale: users.locale })
    .from(generations)
    .innerJoin(users, eq(users.id, generations.userId))
    .where(
      and(
        eq(generations.id, generationId),
        isNull(generations.deletedAt),
        eq(users.mailWhenDone, true),
        isNull(users.deleteAfter),
        isNull(users.erasedAt),
      ),
    )
  if (!found) return
  const { row, email, locale } = found
  const failure = row.status === 'failed' ? generationErrorTexts[row.errorCode ?? 'internal'] : null
  const words = row.title ?? row.prompt
  await mailer.send(writeDoneMail({ to: email, locale, siteUrl, path: pathOf(row), kind: row.type, words, failure }))
}

/** A conversation is read as a whole; everything else opens by itself. */
const pathOf = ({ id, threadId }: GenerationRow) => (threadId ? `/dashboard/text?thread=${threadId}` : `/dashboard?item=${id}`)
