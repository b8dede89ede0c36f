import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { generations } from './generations.ts'
import { users } from './users.ts'

/** The space that a person's files take. Triggers on `files`, `uploads` and `generations` maintain it (decision 61). */
export const storageTotals = pgTable(
  'storage_totals',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Bytes of the works in the library. */
    results: bigint('results', { mode: 'number' }).notNull().default(0),
    /** Bytes of the works in the trash, and of purged ones until their files are deleted. */
    trash: bigint('trash', { mode: 'number' }).notNull().default(0),
    uploads: bigint('uploads', { mode: 'number' }).notNull().default(0),
  },
  (table) => [check('storage_totals_not_negative', sql`${table.results} >= 0 and ${table.trash} >= 0 and ${table.uploads} >= 0`)],
)

/** The space that the files of a work take; no row for a work without files. Maintained by the same triggers. */
export const workSizes = pgTable(
  'work_sizes',
  {
    generationId: uuid('generation_id')
      .primaryKey()
      .references(() => generations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Whether the work is in the trash. */
    trashed: boolean('trashed').notNull(),
  },
  (table) => [
    index('work_sizes_largest')
      .on(table.userId, table.bytes.desc(), table.generationId)
      .where(sql`not ${table.trashed}`),
    check('work_sizes_positive', sql`${table.bytes} > 0`),
  ],
)
