import { and, eq, gte, inArray, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import type { GenerationPage, generationsQuerySchema } from '#app/contract/runs/generations.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { filmTakes } from '#app/server/db/schema/films.ts'
import { collectionItems } from '#app/server/db/schema/library.ts'
import { newestFirst, pageLimit, readCursor, toPage } from '../../page.ts'
import { findMatches } from '../../search-terms.ts'
import { isStep } from './is-step.ts'
import { shownColumns } from './related-rows.ts'
import { toGenerations, type ViewOptions } from './to-generation.ts'

export type ListGenerationsOptions = ViewOptions & { userId: string; query: v.InferOutput<typeof generationsQuerySchema> }

/** Lists a person's generations, newest first, in the library or in the trash. */
export async function listGenerations(db: Database, { userId, query, ...view }: ListGenerationsOptions): Promise<GenerationPage> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const listed = and(
    eq(generations.userId, userId),
    ...(query.trash ? [isNotNull(generations.deletedAt), isNull(generations.purgedAt)] : [isNull(generations.deletedAt)]),
    before ? lt(generations.id, before) : undefined,
    query.type__in && inArray(generations.type, query.type__in),
    query.status__in && inArray(generations.status, query.status__in),
    query.model__in && inArray(generations.model, query.model__in),
    query.favorite === undefined ? undefined : eq(generations.favorite, query.favorite),
    query.thread ? eq(generations.threadId, query.thread) : not(isStep),
    query.from ? gte(generations.createdAt, new Date(query.from)) : undefined,
    query.to ? lt(generations.createdAt, new Date(query.to)) : undefined,
    query.collection ? inArray(generations.id, inCollection(db, query.collection)) : undefined,
    query.film ? inArray(generations.id, ofFilm(db, query.film)) : not(generations.take),
  )
  const found =
    query.q &&
    (await findMatches(db, {
      userId,
      typed: query.q,
      table: generations,
      id: generations.id,
      work: generations.id,
      where: listed,
      limit: limit + 1,
      skipsTakes: !query.film,
    }))
  const wanted = found ? and(listed, inArray(generations.id, found)) : listed
  const rows = await db
    .select(shownColumns)
    .from(generations)
    .where(query.shows === 'image' ? inArray(generations.id, showingImages(db, wanted, limit + 1)) : wanted)
    .orderBy(newestFirst(generations.id))
    .limit(limit + 1)
  const page = toPage(rows, limit, (row) => row)
  return { items: await toGenerations(db, page.items, view), next_cursor: page.next_cursor }
}

/** The newest works that show an image, read from two indexes. */
function showingImages(db: Database, wanted: SQL | undefined, limit: number) {
  const first = (which: SQL | undefined) =>
    db.select({ id: generations.id }).from(generations).where(and(wanted, which)).orderBy(newestFirst(generations.id)).limit(limit)
  return unionAll(first(eq(generations.type, 'image')), first(sql`${generations.pictured}`))
}

/** The collection's owner is not checked: only the person's own works are listed. */
function inCollection(db: Database, collectionId: string) {
  return db.select({ id: collectionItems.generationId }).from(collectionItems).where(eq(collectionItems.collectionId, collectionId))
}

/** The film's owner is not checked either. */
function ofFilm(db: Database, filmId: string) {
  return db.select({ id: filmTakes.generationId }).from(filmTakes).where(eq(filmTakes.filmId, filmId))
}
