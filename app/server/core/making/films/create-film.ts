import { and, eq, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type * as v from 'valibot'
import type { createFilmSchema } from '#app/contract/films/films.ts'
import { maxFilms } from '#app/contract/films/films.ts'
import type { Locale } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { films } from '#app/server/db/schema/films.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { replayOf } from '../../replays.ts'
import { hashOf } from '../../request-hash.ts'
import { parseDocument } from './parse-document.ts'
import { splitFilm } from './split-film.ts'

export type CreateFilmOptions = {
  userId: string
  locale: Locale
  input: v.InferOutput<typeof createFilmSchema>
  /** A second request with the same key returns the first one's film. */
  idempotencyKey?: string | undefined
}

/** Creates a film of a document, of a script, or an empty one in the language of the person. Returns its id. */
export async function createFilm(db: Database, { userId, locale, input, idempotencyKey }: CreateFilmOptions): Promise<string> {
  const hash = hashOf(input)
  const document = parseDocument(
    input.document ?? (input.script ? splitFilm(input.script).document : { v: 1, language: locale, music: {} }),
  )
  return db.transaction(async (tx) => {
    // Serializes the person's requests, so that each counts the films of the others, and of those with one key one sees the other.
    await lockUser(tx, userId)
    const earlier = idempotencyKey !== undefined && (await findEarlier(tx, { userId, idempotencyKey, hash }))
    if (earlier) return earlier
    await requireRoomForFilm(tx, userId)
    const id = uuidv7()
    await tx.insert(films).values({
      id,
      userId,
      title: document.title,
      document,
      idempotencyKey: idempotencyKey ?? null,
      idempotencyHash: idempotencyKey === undefined ? null : hash,
    })
    return id
  })
}

/** Throws `too_many_films` if the person can have no more. Their row is locked. */
export async function requireRoomForFilm(tx: Transaction, userId: string): Promise<void> {
  if ((await tx.$count(films, and(eq(films.userId, userId), isNull(films.deletedAt)))) >= maxFilms) throw new Problem('too_many_films')
}

type Keyed = { userId: string; idempotencyKey: string; hash: string }

/** Finds the film created with the key; throws if the request of that time differs. */
async function findEarlier(tx: Transaction, { userId, idempotencyKey, hash }: Keyed): Promise<string | undefined> {
  const [first] = await tx
    .select({ id: films.id, idempotencyHash: films.idempotencyHash })
    .from(films)
    .where(and(eq(films.userId, userId), eq(films.idempotencyKey, idempotencyKey)))
  return replayOf(first, hash)?.id
}
