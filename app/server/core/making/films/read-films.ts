import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Film, FilmChanged, filmChangesSchema, FilmPage } from '#app/contract/films/films.ts'
import { measuredBy } from '#app/contract/films/recipes.ts'
import { timelineOf } from '#app/contract/films/timeline.ts'
import type { Database } from '#app/server/db/database.ts'
import { filmChanges, films } from '#app/server/db/schema/films.ts'
import type { Keys } from '#app/server/keys.ts'
import { signFileUrl } from '../files/file-url.ts'
import { newestFirst, pageLimit, type PageQuery, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { isOwnFilm, type OwnFilm } from './own-film.ts'
import { type PartsOptions, readParts } from './read-parts.ts'
import { takesColumn } from './takes-column.ts'

const hasChange = (undone: boolean) => sql<boolean>`exists (select from film_changes c where c.film_id = films.id and c.undone = ${undone})`

/** The newest make of a film that has not ended. */
const makeColumn = sql<Film['make']>`(
  select json_build_object('id', t.make_id, 'runs', count(*)::int, 'ended', count(g.finished_at)::int)
  from film_takes t join generations g on g.id = t.generation_id
  where t.film_id = films.id and t.make_id is not null
  group by t.make_id having count(*) > count(g.finished_at) order by t.make_id desc limit 1)`

/** Finds the person's own film, also in the trash; another person's is `not_found`. */
export async function findFilm(db: Database, { keys, locale, ...own }: OwnFilm & PartsOptions): Promise<Film> {
  const [row] = await db
    .select({
      id: films.id,
      document: films.document,
      revision: films.revision,
      createdAt: films.createdAt,
      updatedAt: films.updatedAt,
      deletedAt: films.deletedAt,
      takes: takesColumn,
      make: makeColumn,
      undoable: hasChange(false),
      redoable: hasChange(true),
    })
    .from(films)
    .where(isOwnFilm(own))
  if (!row) throw new Problem('not_found')
  const { id, document, revision, make, undoable, redoable } = row
  const { parts, chosen } = await readParts(db, row, { keys, locale })
  return {
    id,
    document,
    revision,
    parts,
    timeline: timelineOf(document, measuredBy(chosen)),
    make,
    undoable,
    redoable,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  }
}

/** Returns the state of a film after a change. */
export async function findChanged(
  db: Database,
  { changed, ...options }: OwnFilm & PartsOptions & { changed: Pick<FilmChanged, 'patch' | 'undo'> },
): Promise<FilmChanged> {
  const { revision, parts, timeline, make, undoable, redoable } = await findFilm(db, options)
  return { ...changed, revision, parts, timeline, make, undoable, redoable }
}

export type ListFilmsOptions = { keys: Keys; userId: string; query: PageQuery & { trash?: boolean | undefined } }

/** A picture of the newest take that has one, and when that was moved to the trash. */
const pictureColumn = sql<{ id: string; deletedAt: string | null } | null>`(
  select json_build_object('id', f.thumbnail_id, 'deletedAt', g.deleted_at)
  from film_takes t join generations g on g.id = t.generation_id join files f on f.generation_id = g.id
  where t.film_id = films.id and f.thumbnail_id is not null and (g.deleted_at is null or g.deleted_at = films.deleted_at)
  order by g.id desc limit 1)`

/** Lists a person's films, newest first, or those in the trash. */
export async function listFilms(db: Database, { keys, userId, query }: ListFilmsOptions): Promise<FilmPage> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await db
    .select({
      id: films.id,
      title: films.title,
      shots: sql<number>`jsonb_array_length(${films.document} -> 'order')`.mapWith(Number),
      createdAt: films.createdAt,
      updatedAt: films.updatedAt,
      deletedAt: films.deletedAt,
      picture: pictureColumn,
    })
    .from(films)
    .where(
      and(
        eq(films.userId, userId),
        query.trash ? isNotNull(films.deletedAt) : isNull(films.deletedAt),
        before ? lt(films.id, before) : undefined,
      ),
    )
    .orderBy(newestFirst(films.id))
    .limit(limit + 1)
  return toPage(rows, limit, ({ id, title, shots, createdAt, updatedAt, deletedAt, picture }) => ({
    id,
    title,
    shots,
    thumbnail_url: picture && signFileUrl(keys, picture.id, { trashedAt: picture.deletedAt === null ? null : new Date(picture.deletedAt) }),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    deleted_at: deletedAt?.toISOString() ?? null,
  }))
}

/** Lists the changes of a film that can be undone or repeated, newest first. */
export async function listChanges(db: Database, own: OwnFilm): Promise<v.InferOutput<typeof filmChangesSchema>> {
  const [film] = await db.select({ id: films.id }).from(films).where(isOwnFilm(own))
  if (!film) throw new Problem('not_found')
  const rows = await db.select().from(filmChanges).where(eq(filmChanges.filmId, film.id)).orderBy(desc(filmChanges.revision))
  return {
    items: rows.map(({ revision, changed, undone, patch, createdAt }) => ({
      revision,
      changed,
      undone,
      patch,
      created_at: createdAt.toISOString(),
    })),
  }
}
