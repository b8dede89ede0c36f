import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, createdAt } from './columns.ts'
import { generations } from './generations.ts'

/** The runs of embedding models, until their program has its vectors. Then the run is erased, because nobody reads vectors in a library. */
export const embeddings = pgTable(
  'embeddings',
  {
    generationId: uuid('generation_id')
      .primaryKey()
      .references(() => generations.id, { onDelete: 'cascade' }),
    /** The vectors of all texts one after another, as little-endian 32-bit floats; null until the run succeeds. */
    vectors: bytea('vectors'),
    createdAt: createdAt(),
  },
  (table) => [index('embeddings_age').on(table.createdAt)],
)
