import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** Models that have failed lately, for all processes. Healthy models have no row. */
export const modelHealth = pgTable('model_health', {
  model: text('model').primaryKey(),
  /** Consecutive failures. */
  failures: integer('failures').notNull(),
  /** The end of the pause; null when not paused yet. */
  openUntil: time('open_until'),
  updatedAt: time('updated_at').notNull().defaultNow(),
})
