import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { BulkAct, BulkState, PeopleFilter } from '#app/contract/operator/bulk-acts.ts'
import { createdAt, time } from './columns.ts'
import { users } from './users.ts'

/** Acts on all people of a filter, one after another. The row says how far they are, so that a restart continues there. */
export const bulkActs = pgTable(
  'bulk_acts',
  {
    id: uuid('id').primaryKey(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id),
    address: text('address').notNull(),
    reason: text('reason').notNull(),
    act: jsonb('act').$type<BulkAct>().notNull(),
    filter: jsonb('filter').$type<PeopleFilter>().notNull(),
    /** The newest account at the time of the request; later ones are left out. */
    upTo: uuid('up_to').notNull(),
    /** The last person whose turn is over. */
    reached: uuid('reached'),
    /** People at the time of the request. */
    people: integer('people').notNull(),
    done: integer('done').notNull().default(0),
    /** People whom the actor's role does not reach. */
    skipped: integer('skipped').notNull().default(0),
    state: text('state').$type<BulkState>().notNull().default('running'),
    idempotencyKey: text('idempotency_key'),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
  },
  (table) => [index('bulk_acts_of_actor').on(table.actorId, table.idempotencyKey)],
)

/** Notes of the staff about a person, who does not see them. */
export const personNotes = pgTable(
  'person_notes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('person_notes_of_user').on(table.userId, table.id.desc())],
)
