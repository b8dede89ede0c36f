import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** The tools of conversations as an operator has set them, in one row; the usual settings apply without it. */
export const toolSettings = pgTable(
  'tool_settings',
  {
    /** The primary key has one possible value, hence the table has one row. */
    only: boolean('only').primaryKey().default(true),
    /** Those that are on. A tool that a later release adds is off. */
    tools: text('tools').array().notNull(),
    mostSteps: integer('most_steps').notNull(),
    allowanceMilli: bigint('allowance_milli', { mode: 'number' }).notNull(),
    mostAllowanceMilli: bigint('most_allowance_milli', { mode: 'number' }).notNull(),
    revision: integer('revision').notNull(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  ({ mostSteps, allowanceMilli, mostAllowanceMilli }) => [
    check('tool_settings_steps', sql`${mostSteps} > 0`),
    check('tool_settings_allowance', sql`${allowanceMilli} between 0 and ${mostAllowanceMilli}`),
  ],
)
