import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { FilmTakes } from '#app/contract/films/films.ts'
import { recipesOf } from '#app/contract/films/recipes.ts'
import type { Database } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { films, filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { newestFirst, pageLimit, type PageQuery, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { isOwnFilm, type OwnFilm } from './own-film.ts'
import { chosenOf, compare, errorOf, type PartsOptions, readTakes, takeColumns, takesByPart, toTake } from './read-parts.ts'
import { takesColumn } from './takes-column.ts'

export type ListTakesOptions = OwnFilm & PartsOptions & { query: PageQuery & { part: string } }

/** Lists the takes of a part of a film, newest first. Those that a person moved to the trash are left out. */
export async function listTakes(db: Database, { keys, locale, query, ...own }: ListTakesOptions): Promise<FilmTakes> {
  const { part } = query
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const [film] = await db
    .select({ id: films.id, document: films.document, deletedAt: films.deletedAt, takes: takesColumn })
    .from(films)
    .where(isOwnFilm(own))
  if (!film) throw new Problem('not_found')
  const byPart = takesByPart(film)
  const made = await readTakes(
    db,
    [...byPart.values()].flatMap((takes) => takes.made?.id ?? []),
  )
  const recipe = recipesOf(film.document, chosenOf(byPart, made)).get(part)
  const rows = await db
    .select({
      ...takeColumns,
      status: generations.status,
      errorCode: generations.errorCode,
      priceMilli: generations.priceMilli,
    })
    .from(filmTakes)
    .innerJoin(generations, eq(generations.id, filmTakes.generationId))
    .leftJoin(files, and(eq(files.generationId, generations.id), eq(files.position, 0), isNotNull(files.position)))
    .where(
      and(
        eq(filmTakes.filmId, film.id),
        eq(filmTakes.part, part),
        isNull(generations.purgedAt),
        film.deletedAt ? or(isNull(generations.deletedAt), eq(generations.deletedAt, film.deletedAt)) : isNull(generations.deletedAt),
        before ? lt(filmTakes.generationId, before) : undefined,
      ),
    )
    .orderBy(newestFirst(filmTakes.generationId))
    .limit(limit + 1)
  return toPage(rows, limit, (row) => ({
    ...toTake(row, keys),
    status: row.status,
    error: row.status === 'failed' ? errorOf(row.errorCode, locale) : null,
    price_milli: row.priceMilli,
    causes: recipe && row.status === 'succeeded' ? compare(film.document, part, { take: row, recipe }).causes : [],
    chosen: byPart.get(part)?.made?.id === row.id,
  }))
}
