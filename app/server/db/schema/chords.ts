import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

/** Works made together from one prompt. The parts are the generations that have the chord's id. */
export const chords = pgTable(
  'chords',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    prompt: text('prompt').notNull(),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the request with this idempotency key. */
    idempotencyHash: text('idempotency_hash'),
    createdAt: createdAt(),
  },
  (table) => [
    index('chords_of_user').on(table.userId, table.id.desc()),
    uniqueIndex('chords_idempotency')
      .on(table.userId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
  ],
)
