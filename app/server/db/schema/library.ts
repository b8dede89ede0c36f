import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Place, RecipeFile, RecipeTexts } from '#app/contract/recipes/recipes.ts'
import type { Draft } from '#app/contract/studio/studio.ts'
import type { Makes } from '#app/contract/studio/tool-names.ts'
import type { CallRule } from '#app/contract/studio/tools.ts'
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
    /** The studio's tools that the assistant may use; null for none. */
    tools: jsonb('tools').$type<string[]>(),
    /** The most that may be spent without a press, in milli-tokens; null for the person's own default. */
    allowanceMilli: bigint('allowance_milli', { mode: 'number' }),
    /** Standing answers to calls of tools, by what they make; null for none. `allow`: within the allowance. */
    rules: jsonb('rules').$type<Partial<Record<Makes, CallRule>>>(),
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

/** Saved prompts and recipes: a saved prompt is a recipe without a model. */
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
    about: text('about'),
    /** The model that the recipe runs; null in a saved prompt. */
    model: text('model'),
    options: jsonb('options').$type<OptionValues>(),
    inputs: jsonb('inputs').$type<RecipeFile[]>(),
    places: jsonb('places').$type<Place[]>(),
    /** Names of the options that others may change. */
    openOptions: jsonb('open_options').$type<string[]>(),
    /** A result of the recipe. Its state decides whether the link works (decision 265). */
    sampleId: uuid('sample_id').references(() => generations.id, { onDelete: 'set null' }),
    /** The recipe of which it is a copy. */
    fromId: uuid('from_id').references((): AnyPgColumn => savedPrompts.id, { onDelete: 'set null' }),
    fromRevision: integer('from_revision'),
    revision: integer('revision').notNull().default(1),
    /** 128 random bits, base64url: the secret part of the link. */
    link: text('link').unique(),
    /** Null if the link never expires. */
    linkUntil: time('link_until'),
    /** Name and sentence in the languages of the pages, for a recipe that the operator publishes. */
    texts: jsonb('texts').$type<RecipeTexts>(),
    publishedAt: time('published_at'),
    /** Its place among the published recipes. */
    placeOnHome: smallint('place_on_home'),
    createdAt: createdAt(),
  },
  (table) => [
    index('saved_prompts_of_user').on(table.userId),
    index('saved_prompts_by_sample')
      .on(table.sampleId)
      .where(sql`${table.sampleId} is not null`),
    index('saved_prompts_by_origin')
      .on(table.fromId)
      .where(sql`${table.fromId} is not null`),
    index('saved_prompts_published')
      .on(table.placeOnHome)
      .where(sql`${table.publishedAt} is not null`),
  ],
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
