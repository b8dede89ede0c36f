import { and, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { films, filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { collectionItems, shares } from '#app/server/db/schema/library.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { cancelGeneration } from '../generations/cancel-generation.ts'
import { moveRuns } from '../generations/move-runs.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { requireRoomForFilm } from './create-film.ts'
import { isOwnFilm, lockFilm, type OwnFilm } from './own-film.ts'
import { publishFilm } from './publish-film.ts'

/**
 * Moves a film to the trash, with its takes. Favorites, shared takes and those in folders stay. What is under way is canceled; a run that its
 * service cannot stop finishes in the trash and is charged.
 */
export async function trashFilm(db: Database, { providers, ...own }: OwnFilm & { providers: Providers }): Promise<void> {
  const takes = db.select({ id: filmTakes.generationId }).from(filmTakes).where(eq(filmTakes.filmId, own.id))
  const unfinished = await db
    .select({ id: generations.id })
    .from(films)
    .innerJoin(filmTakes, eq(filmTakes.filmId, films.id))
    .innerJoin(generations, eq(generations.id, filmTakes.generationId))
    .where(and(isOwnFilm(own), isNull(films.deletedAt), inArray(generations.status, ['queued', 'running'])))
    .orderBy(sql`${generations.id} desc`)
  for (const { id } of unfinished)
    await cancelGeneration(db, { providers, userId: own.userId, id }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
  await db.transaction(async (tx) => {
    const { revision } = await lockFilm(tx, own)
    const going = and(
      inArray(generations.id, takes),
      eq(generations.userId, own.userId),
      isNull(generations.deletedAt),
      eq(generations.favorite, false),
      notExists(tx.select().from(shares).where(eq(shares.generationId, generations.id))),
      notExists(tx.select().from(collectionItems).where(eq(collectionItems.generationId, generations.id))),
    )
    await moveRuns(tx, { userId: own.userId, which: going, isTrashed: true })
    await tx
      .update(films)
      .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
      .where(eq(films.id, own.id))
    await publishFilm(tx, { ...own, revision })
  })
}

/** Restores a film from the trash, with the takes that went there with it. */
export async function restoreFilm(db: Database, own: OwnFilm): Promise<void> {
  await db.transaction(async (tx) => {
    const [film] = await tx
      .select({ id: films.id, revision: films.revision, deletedAt: films.deletedAt })
      .from(films)
      .where(and(isOwnFilm(own), isNotNull(films.deletedAt)))
      .for('no key update')
    if (!film?.deletedAt) throw new Problem('not_found')
    await lockUser(tx, own.userId)
    await requireRoomForFilm(tx, own.userId)
    const takes = tx.select({ id: filmTakes.generationId }).from(filmTakes).where(eq(filmTakes.filmId, film.id))
    const back = and(inArray(generations.id, takes), eq(generations.deletedAt, film.deletedAt), isNull(generations.purgedAt))
    await moveRuns(tx, { userId: own.userId, which: back, isTrashed: false })
    await tx
      .update(films)
      .set({ deletedAt: null, updatedAt: sql`now()` })
      .where(eq(films.id, film.id))
    await publishFilm(tx, { ...own, revision: film.revision })
  })
}
