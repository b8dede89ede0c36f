import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PushKind } from '#app/contract/account/push.ts'
import { createdAt, time } from './columns.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'

/** Browsers that get push notifications. Each belongs to a session and ends with it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    kinds: text('kinds').array().$type<PushKind[]>().notNull(),
    prompts: boolean('prompts').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint').on(table.endpoint),
    uniqueIndex('push_subscriptions_session').on(table.sessionId),
    index('push_subscriptions_of_user').on(table.userId),
  ],
)

/** The content of a notification, whose sentence is written when it is sent. */
export type PushContent = {
  kind: PushKind
  /** The page that a click opens. */
  path: string
  /** The prompt or title, for those who chose to see it. */
  words?: string | undefined
  values: Record<string, string | number>
}

/** Notifications to send: planned with what they report, sent by workers, deleted when they are. */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** The run, request or charge that it is about; the browser replaces an earlier notification with the same one. */
    subject: text('subject').notNull(),
    content: jsonb('content').$type<PushContent>().notNull(),
    tries: integer('tries').notNull().default(0),
    /** The time of the next try; while one is made, the end of its lease. Null once it was sent, or given up. */
    nextAt: time('next_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('push_messages_due')
      .on(table.userId, table.nextAt)
      .where(sql`${table.nextAt} is not null`),
    index('push_messages_by_time').on(table.createdAt),
    uniqueIndex('push_messages_once').on(table.subscriptionId, table.subject),
  ],
)
