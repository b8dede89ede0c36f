import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** The one row that identifies this installation, so that its processes recognize the storage they share. */
export const installation = pgTable('installation', {
  /** The primary key has one possible value, hence the table has one row. */
  only: boolean('only').primaryKey().default(true),
  id: uuid('id').notNull(),
  /** Where the files are; null before the first start with this table. */
  filesIn: text('files_in', { enum: ['folder', 's3'] }),
})
