import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'
import { users } from './users.ts'

/** Models that have failed recently, shared by all processes. Healthy models have no row. */
export const modelHealth = pgTable('model_health', {
  model: text('model').primaryKey(),
  /** Runs that have failed since the last success, as far as they count. */
  failures: integer('failures').notNull(),
  /** End of the pause; null before the first pause. */
  openUntil: time('open_until'),
  updatedAt: time('updated_at').notNull().defaultNow(),
})

/** How many runs of a person have failed with a model since its last success. */
export const modelFailures = pgTable(
  'model_failures',
  {
    model: text('model').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    runs: integer('runs').notNull(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.model, table.userId] })],
)
