import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { waitNeedEnum } from './enums.ts'
import { generations } from './generations.ts'

/**
 * Runs that wait for others. The transaction that ends the source deletes its rows; a run starts when its last row is deleted. A source is
 * older than its target, so that locking runs in the order of their ids locks sources first.
 */
export const generationSources = pgTable(
  'generation_sources',
  {
    sourceId: uuid('source_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    targetId: uuid('target_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    /**
     * The end of the source that the target needs in order to start: a `result`; an `attempt`, which may fail, but not be canceled; or any
     * `end`. Otherwise the target is canceled free of charge. If it starts without the result, it loses that input.
     */
    need: waitNeedEnum('need').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.targetId] }),
    index('generation_sources_of_target').on(table.targetId),
    check('generation_sources_order', sql`${table.sourceId} < ${table.targetId}`),
  ],
)
