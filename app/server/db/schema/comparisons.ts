import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { kindEnum } from './enums.ts'
import { users } from './users.ts'

/** One prompt given to several models. The results are the generations that have the comparison's id. */
export const comparisons = pgTable(
  'comparisons',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: kindEnum('type').notNull(),
    prompt: text('prompt').notNull(),
    blind: boolean('blind').notNull(),
    /** The run with the best result, according to the person. */
    best: uuid('best'),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the request with this idempotency key. */
    idempotencyHash: text('idempotency_hash'),
    createdAt: createdAt(),
  },
  (table) => [
    index('comparisons_of_user').on(table.userId, table.id.desc()),
    uniqueIndex('comparisons_idempotency')
      .on(table.userId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
  ],
)
