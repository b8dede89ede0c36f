import { customType, index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { generations } from './generations.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The searchable words of each work, by PostgreSQL's configuration "russian", which stems Cyrillic words as Russian and Latin ones as English.
 * Every word has the end of the person's id before it, so the index lists a word of one person alone (decision 62). Triggers on `generations`
 * maintain the rows; a text counts once it is finished.
 */
export const searchEntries = pgTable(
  'search_entries',
  {
    generationId: uuid('generation_id')
      .primaryKey()
      .references(() => generations.id, { onDelete: 'cascade' }),
    words: tsvector('words').notNull(),
  },
  // Without the list of pending entries, which every search would read.
  (table) => [index('search_entries_words').using('gin', table.words).with({ fastupdate: false })],
)
