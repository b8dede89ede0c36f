import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Recorded } from '#app/contract/operator/operator.ts'
import type { OperatorAction } from '#app/contract/operator/operator-actions.ts'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

/**
 * The audit log: everything that people with a role did to accounts and runs of others. Triggers reject updates, deletions and truncation. Each act is
 * written in the transaction of its effect.
 */
export const operatorActs = pgTable(
  'operator_acts',
  {
    id: uuid('id').primaryKey(),
    /** Null for the command line. */
    actorId: uuid('actor_id').references(() => users.id),
    /** The key of the actor, if a program acted. Without a reference, because the key of an erased account is deleted. */
    apiKeyId: uuid('api_key_id'),
    action: text('action').$type<OperatorAction>().notNull(),
    /** The account concerned. */
    personId: uuid('person_id').references(() => users.id),
    generationId: uuid('generation_id'),
    before: jsonb('before').$type<Recorded>(),
    after: jsonb('after').$type<Recorded>(),
    reason: text('reason').notNull(),
    /** The actor's network address; null for the command line. */
    address: text('address'),
    idempotencyKey: text('idempotency_key'),
    createdAt: createdAt(),
  },
  (table) => [
    index('operator_acts_of_person').on(table.personId, table.id.desc()),
    index('operator_acts_of_actor').on(table.actorId, table.id.desc()),
    index('operator_acts_of_action').on(table.action, table.id.desc()),
    uniqueIndex('operator_acts_once')
      .on(table.actorId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
  ],
)
