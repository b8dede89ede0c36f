import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { MergePatch } from '#app/contract/base/merge-patch.ts'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import type { FilmRecipe } from '#app/contract/films/recipes.ts'
import { createdAt, time } from './columns.ts'
import { generations } from './generations.ts'
import { users } from './users.ts'

/** Films. What is made for one are generations, its takes. */
export const films = pgTable(
  'films',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** That of the document. */
    title: text('title').notNull(),
    document: jsonb('document').$type<FilmDocument>().notNull(),
    revision: integer('revision').notNull().default(1),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the request with this idempotency key. */
    idempotencyHash: text('idempotency_hash'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull().defaultNow(),
    /** The time it was moved to the trash; the takes that went with it have the same. */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    index('films_of_user').on(table.userId, table.id.desc()),
    index('films_in_trash')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null`),
    uniqueIndex('films_idempotency')
      .on(table.userId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    // The API limits the bytes of the JSON, in which PostgreSQL writes spaces.
    check('films_document', sql`octet_length(${table.document}::text) <= 150000`),
  ],
)

/**
 * The last changes of films, a row each. An undo makes the row the change that repeats it, and gives it the new revision; a redo makes it
 * one that is done again. A new change deletes those that are undone.
 */
export const filmChanges = pgTable(
  'film_changes',
  {
    filmId: uuid('film_id')
      .notNull()
      .references(() => films.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    /** Reverts the change, or repeats it if it is undone. */
    patch: jsonb('patch').$type<MergePatch>().notNull(),
    /** The path in the document that all of it is below. */
    changed: text('changed').notNull(),
    /** Whether it has changed a single value, so that another change of it soon after is the same change. */
    single: boolean('single').notNull(),
    undone: boolean('undone').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.filmId, table.revision] })],
)

/** Runs that were started together for a film. */
export const filmMakes = pgTable(
  'film_makes',
  {
    id: uuid('id').primaryKey(),
    filmId: uuid('film_id')
      .notNull()
      .references(() => films.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The price that was quoted. */
    priceMilli: bigint('price_milli', { mode: 'number' }).notNull(),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the request with this idempotency key. */
    idempotencyHash: text('idempotency_hash'),
    createdAt: createdAt(),
  },
  (table) => [
    index('film_makes_of_film').on(table.filmId, table.id.desc()),
    uniqueIndex('film_makes_idempotency')
      .on(table.userId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
  ],
)

/** The runs of a film's parts. */
export const filmTakes = pgTable(
  'film_takes',
  {
    generationId: uuid('generation_id')
      .primaryKey()
      .references(() => generations.id, { onDelete: 'cascade' }),
    filmId: uuid('film_id')
      .notNull()
      .references(() => films.id, { onDelete: 'cascade' }),
    makeId: uuid('make_id').references(() => filmMakes.id, { onDelete: 'set null' }),
    part: text('part').notNull(),
    /** Everything that the document said about the part; the worker makes a whole film of it. */
    recipe: jsonb('recipe').$type<FilmRecipe>().notNull(),
    /** For a whole film that was made: the shots for which a card stood in. */
    standIns: jsonb('stand_ins').$type<string[]>(),
  },
  (table) => [
    index('film_takes_of_film').on(table.filmId, table.part, table.generationId.desc()),
    index('film_takes_of_make').on(table.makeId),
  ],
)
