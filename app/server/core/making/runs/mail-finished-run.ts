import { and, eq, isNull, sql } from 'drizzle-orm'
import { longRunMinutes } from '#app/contract/runs/long-run.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { films, filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { users } from '#app/server/db/schema/users.ts'
import { writeDoneMail } from '#app/server/mail/done-mail.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { planPush } from '../../rules/push/plan-push.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { generationErrorTexts } from '../generations/error-texts.ts'
import { messageOf } from '../generations/message-of.ts'
import type { GenerationRow } from '../generations/to-generation.ts'

export type PlanFinishedRunMailOptions = {
  queue: Queue
  row: GenerationRow
  status: GenerationRow['status']
  createdAt: Date
  finishedAt: Date | null
}

/**
 * Plans an email and notifications in the transaction that ends a run, if the run took long, including its time in the queue, and the person
 * wants them. Clients with an API key receive the response and get none.
 */
export async function planFinishedRunMail(
  tx: Transaction,
  { queue, row, status, createdAt, finishedAt }: PlanFinishedRunMailOptions,
): Promise<void> {
  if (row.apiKeyId !== null) return
  const message = await messageOf(tx, { ...row, createdAt })
  const waitedMs = (finishedAt?.getTime() ?? 0) - message.createdAt.getTime()
  if (waitedMs < longRunMinutes * 60_000) return
  const { userId } = row
  const film = await filmOf(tx, row.id)
  // The last run of a make speaks for all of them. The account is locked, so of two that end at once the second sees the end of the first.
  if (film?.make && film.make.unfinished > 0) return
  const words = film?.title || (message.title ?? message.prompt)
  const values = { status, ...partsOf(film) }
  await planPush(tx, { userId, subject: film?.make?.id ?? row.id, content: { kind: 'run_ended', path: pathOf(row, film), words, values } })
  const [wanted] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, row.userId), eq(users.mailWhenDone, true)))
  if (wanted) await queue.enqueue(tx, 'mail-done', { generation_id: row.id })
}

type FilmOfRun = { id: string; title: string; make: { id: string; runs: number; unfinished: number; ready: number; failed: number } | null }

/** The parts of a make of several runs; of a single one, the run says all. */
const partsOf = (film: FilmOfRun | undefined) =>
  film?.make && film.make.runs > 1 ? { ready: film.make.ready, failed: film.make.failed } : null

/** Finds the film of which a run is a take, with the ends of the runs that were started together with it. */
async function filmOf(db: Database | Transaction, generationId: string): Promise<FilmOfRun | undefined> {
  const [film] = await db
    .select({
      id: films.id,
      title: films.title,
      make: sql<FilmOfRun['make']>`(
        select json_build_object('id', ${filmTakes.makeId}, 'runs', count(*), 'unfinished', count(*) filter (where g.finished_at is null),
          'ready', count(*) filter (where g.status = 'succeeded'), 'failed', count(*) filter (where g.status = 'failed'))
        from film_takes other join generations g on g.id = other.generation_id
        where other.make_id = ${filmTakes.makeId} having count(*) > 0)`,
    })
    .from(filmTakes)
    .innerJoin(films, eq(films.id, filmTakes.filmId))
    .where(eq(filmTakes.generationId, generationId))
  return film
}

export type MailFinishedRunOptions = { mailer: Mailer; siteUrl: string; generationId: string }

/** Sends the email, unless the person has opted out, requested deletion or trashed the work. */
export async function mailFinishedRun(db: Database, { mailer, siteUrl, generationId }: MailFinishedRunOptions): Promise<void> {
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
  const message = await messageOf(db, row)
  const film = await filmOf(db, row.id)
  const words = film?.title || (message.title ?? message.prompt)
  const parts = partsOf(film)
  await mailer.send(writeDoneMail({ to: email, locale, siteUrl, path: pathOf(row, film), kind: row.type, words, failure, parts }))
}

/** A take links to its film, a turn to its conversation, any other work to itself. */
const pathOf = ({ id, threadId }: GenerationRow, film: FilmOfRun | undefined) =>
  film ? `/dashboard?film=${film.id}` : threadId ? `/dashboard/text?thread=${threadId}` : `/dashboard?item=${id}`
