import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** The one row that identifies this installation, so that its processes recognize the storage they share. */
export const installation = pgTable('installation', {
  /** The primary key has one possible value, hence the table has one row. */
  only: boolean('only').primaryKey().default(true),
  id: uuid('id').notNull(),
  /** Where the files are; null before the first start with this table. */
  filesIn: text('files_in', { enum: ['folder', 's3'] }),
  /** The oldest work whose text the search index is known to have composed; null before the first round, the nil UUID after the last. */
  textsComposedTo: uuid('texts_composed_to'),
})
