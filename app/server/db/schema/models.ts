import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** Models that have failed recently, shared by all processes. Healthy models have no row. */
export const modelHealth = pgTable('model_health', {
  model: text('model').primaryKey(),
  /** Consecutive failures. */
  failures: integer('failures').notNull(),
  /** End of the pause; null before the first pause. */
  openUntil: time('open_until'),
  updatedAt: time('updated_at').notNull().defaultNow(),
})
