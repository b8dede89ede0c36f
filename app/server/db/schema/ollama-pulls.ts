import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time } from './columns.ts'

/** Models that the connected Ollama server is downloading. Its process is taken to be dead once it has not been seen for a while. */
export const ollamaPulls = pgTable('ollama_pulls', {
  model: text('model').primaryKey(),
  url: text('url').notNull(),
  /** The download that writes the row; a new one for each start. */
  pullId: uuid('pull_id').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
  total: bigint('total', { mode: 'number' }),
  perSecond: bigint('per_second', { mode: 'number' }),
  failure: text('failure', { enum: ['unreachable', 'failed'] }),
  seenAt: time('seen_at').notNull().defaultNow(),
  createdAt: createdAt(),
})
