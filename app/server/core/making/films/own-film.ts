import { and, eq, isNull } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { films } from '#app/server/db/schema/films.ts'
import { Problem } from '../../problem.ts'
import { takesColumn } from './takes-column.ts'

export type FilmRow = typeof films.$inferSelect
export type OwnFilm = { userId: string; id: string }

/** Matches a person's own film, also in the trash; another person's is `not_found`. */
export function isOwnFilm({ userId, id }: OwnFilm) {
  if (!validate(id)) throw new Problem('not_found')
  return and(eq(films.id, id), eq(films.userId, userId))
}

/** Finds a person's own film outside the trash, with its takes. Throws `not_found`. */
export async function findWithTakes(db: Database | Transaction, own: OwnFilm) {
  const [film] = await db
    .select({ id: films.id, userId: films.userId, document: films.document, revision: films.revision, takes: takesColumn })
    .from(films)
    .where(and(isOwnFilm(own), isNull(films.deletedAt)))
  if (!film) throw new Problem('not_found')
  return film
}

/**
 * Locks a person's film outside the trash, before the runs of its parts and before the account, and so orders all changes of the film. Throws
 * `not_found`.
 */
export async function lockFilm(tx: Transaction, own: OwnFilm): Promise<FilmRow> {
  const [film] = await tx
    .select()
    .from(films)
    .where(and(isOwnFilm(own), isNull(films.deletedAt)))
    .for('no key update')
  if (!film) throw new Problem('not_found')
  return film
}
