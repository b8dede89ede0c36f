import type { SentCall } from '#app/contract/base/call-failures.ts'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { generations } from './generations.ts'

/** The last failed call of a run, for operators: one row a run, deleted after `keptFor` of `failed-calls.ts`. */
export const failedCalls = pgTable(
  'failed_calls',
  {
    generationId: uuid('generation_id')
      .primaryKey()
      .references(() => generations.id, { onDelete: 'cascade' }),
    /** The service's own sentence, without keys, addresses and words of the person; null if there was none. */
    sentence: text('sentence'),
    /** Null if the service was not called. */
    sent: jsonb('sent').$type<SentCall>(),
    createdAt: createdAt(),
  },
  (table) => [index('failed_calls_age').on(table.createdAt)],
)
