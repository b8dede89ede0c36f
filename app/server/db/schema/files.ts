import { type AnyPgColumn, bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { fileKindEnum } from './enums.ts'
import { generations } from './generations.ts'
import { users } from './users.ts'

export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    generationId: uuid('generation_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    /** Position among the results; null for a poster. */
    position: integer('position'),
    /** The file's poster, also a row of this table. */
    posterId: uuid('poster_id').references((): AnyPgColumn => files.id, { onDelete: 'set null' }),
    /** A smaller poster for grids. */
    thumbnailId: uuid('thumbnail_id').references((): AnyPgColumn => files.id, { onDelete: 'set null' }),
    storageKey: text('storage_key').notNull(),
    mediaType: text('media_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** SHA-256 in hex, which is also the file's ETag. */
    sha256: text('sha256').notNull(),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    peaks: jsonb('peaks').$type<number[]>(),
    /** A placeholder as a `data:` URL; null without one. */
    placeholder: text('placeholder'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('files_of_generation').on(table.generationId, table.position),
    // With the bytes, so that a person's files are summed without reading their rows.
    index('files_of_user').on(table.userId, table.bytes),
  ],
)

/** A file uploaded as an input of a run. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: fileKindEnum('type').notNull(),
    /** The name of the file that was uploaded; null if the client sent none. */
    name: text('name'),
    storageKey: text('storage_key').notNull(),
    mediaType: text('media_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    /** Number of pages of a document. */
    pages: integer('pages'),
    /** Whether a video has sound; null for other files, and for uploads of earlier releases. */
    hasSound: boolean('has_sound'),
    createdAt: createdAt(),
  },
  (table) => [index('uploads_user').on(table.userId)],
)
