import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { FeedFailureCode } from '#app/contract/operator/catalogue.ts'
import { createdAt, time } from './columns.ts'

/** Editions of the catalogue of models, as read from the feed. Rows are only added: runs keep the edition that they were submitted with. */
export const catalogueEditions = pgTable(
  'catalogue_editions',
  {
    id: uuid('id').primaryKey(),
    version: integer('version').notNull(),
    /** The signed text, byte by byte. */
    content: text('content').notNull(),
    signature: text('signature').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('catalogue_editions_version').on(table.version.desc())],
)

/** The single row about the feed. */
export const catalogueFeed = pgTable(
  'catalogue_feed',
  {
    id: smallint('id').primaryKey().default(1),
    /** Null while the catalogue of the release is in force. */
    inForceId: uuid('in_force_id').references(() => catalogueEditions.id),
    /** The edition before, to go back to; null for that of the release. */
    beforeId: uuid('before_id').references(() => catalogueEditions.id),
    /** When the edition in force was applied or returned to; null if none ever was. */
    changedAt: time('changed_at'),
    /** The newest edition that was read. */
    newestId: uuid('newest_id').references(() => catalogueEditions.id),
    readAt: time('read_at'),
    /** Why the last reading changed nothing; null if it was in order. */
    failure: jsonb('failure').$type<{
      code: FeedFailureCode
      problem?: { path: string[]; code: string; values?: Record<string, string | number> }
    }>(),
    /** Counts the changes, so that nobody applies differences that they have not seen. */
    revision: integer('revision').notNull().default(0),
  },
  (table) => [check('catalogue_feed_single', sql`${table.id} = 1`)],
)
