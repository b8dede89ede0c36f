import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Draft } from '#app/contract/runs/studio.ts'
import { createdAt, time } from './columns.ts'
import { kindEnum } from './enums.ts'
import { generations } from './generations.ts'
import { users } from './users.ts'

/** A conversation. Its turns are the generations that have its id. */
export const threads = pgTable(
  'threads',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [index('threads_of_user').on(table.userId, table.updatedAt.desc())],
)

export const collections = pgTable(
  'collections',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('collections_name').on(table.userId, table.name)],
)

export const collectionItems = pgTable(
  'collection_items',
  {
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    generationId: uuid('generation_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.generationId] }), index('collection_items_work').on(table.generationId)],
)

/** The public link to a result; deleted when unshared. */
export const shares = pgTable(
  'shares',
  {
    /** 128 random bits, base64url: the secret part of the link. */
    token: text('token').primaryKey(),
    generationId: uuid('generation_id')
      .notNull()
      .unique()
      .references(() => generations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    showPrompt: boolean('show_prompt').notNull(),
    /** Whether the link shows the model's reasoning. */
    showThinking: boolean('show_thinking').notNull().default(false),
    /** Null if the link never expires. */
    expiresAt: time('expires_at'),
    createdAt: createdAt(),
    /**
     * Whether the files of the link name no place; null until a link of an older release was checked, or while the prompt is hidden. False: a
     * file names a place that cannot be removed.
     */
    placesRemoved: boolean('places_removed'),
  },
  // Empty once all links have been checked.
  (table) => [
    index('shares_to_check')
      .on(table.token)
      .where(sql`${table.showPrompt} and ${table.placesRemoved} is null`),
  ],
)

/** Unsent prompts, one per person and kind. */
export const drafts = pgTable(
  'drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: kindEnum('type').notNull(),
    draft: jsonb('draft').$type<Draft>().notNull(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.type] })],
)

export const savedPrompts = pgTable(
  'saved_prompts',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: kindEnum('type').notNull(),
    name: text('name').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('saved_prompts_of_user').on(table.userId)],
)

/** Numbers of a person's works that are not purged, in the library and in the trash. Triggers on `generations` maintain them (decision 61). */
export const libraryCounts = pgTable(
  'library_counts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    trashed: boolean('trashed').notNull(),
    type: kindEnum('type').notNull(),
    model: text('model').notNull(),
    works: integer('works').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.trashed, table.type, table.model] }),
    check('library_counts_not_negative', sql`${table.works} >= 0`),
  ],
)
