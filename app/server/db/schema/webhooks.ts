import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { DeliveryFailure, SentEvent, WebhookEvent } from '#app/contract/account/webhooks.ts'
import { createdAt, time } from './columns.ts'
import { generations } from './generations.ts'
import { users } from './users.ts'

/** Addresses of people that are called when something has happened. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The run whose end is sent, for the webhook of a single run. */
    generationId: uuid('generation_id').references(() => generations.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    /** Encrypted with the server's key. */
    secret: text('secret').notNull(),
    /** Signs besides the secret until `oldSecretUntil`. */
    oldSecret: text('old_secret'),
    oldSecretUntil: time('old_secret_until'),
    tokensBelow: bigint('tokens_below', { mode: 'number' }).notNull(),
    /** Set when `tokens.low` was sent, until tokens are added. */
    lowAt: time('low_at'),
    /** The first failure since a call has arrived. */
    failingSince: time('failing_since'),
    /** Null while the endpoint is on. */
    off: text('off').$type<'person' | 'failures'>(),
    offAt: time('off_at'),
    /** When the owner was notified that the endpoint is off because of failures. */
    mailedAt: time('told_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhooks_of_user').on(table.userId),
    index('webhooks_of_run')
      .on(table.generationId)
      .where(sql`${table.generationId} is not null`),
  ],
)

/** Calls of these addresses: planned with what they report, sent by workers. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event').$type<SentEvent>().notNull(),
    /** The run, chord, comparison, order or account that it is about. */
    subjectId: uuid('subject_id').notNull(),
    body: text('body').notNull(),
    status: text('status').$type<'waiting' | 'delivered' | 'failed'>().notNull().default('waiting'),
    tries: integer('tries').notNull().default(0),
    triedAt: time('tried_at'),
    /** The time of the next try; while one is made, the end of its lease. Null if nothing is to be done. */
    nextAt: time('next_at'),
    answerStatus: smallint('answer_status'),
    answer: text('answer'),
    failure: text('failure').$type<DeliveryFailure>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhook_deliveries_due')
      .on(table.userId, table.nextAt)
      .where(sql`${table.nextAt} is not null`),
    index('webhook_deliveries_of_webhook').on(table.webhookId, table.id.desc()),
    index('webhook_deliveries_by_time').on(table.createdAt),
    // The time is that of the transaction: what ends several parts at once plans one call.
    uniqueIndex('webhook_deliveries_once').on(table.webhookId, table.event, table.subjectId, table.createdAt),
  ],
)
