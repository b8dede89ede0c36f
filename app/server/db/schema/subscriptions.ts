import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { MethodLabel, PlanTerms } from '#app/contract/money/subscriptions.ts'
import type { Currency } from '#config'
import { createdAt, time } from './columns.ts'
import { currencyEnum, paymentProviderEnum, planPeriodEnum, subscriptionStatusEnum } from './enums.ts'
import { users } from './users.ts'

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    plan: text('plan').notNull(),
    period: planPeriodEnum('period').notNull(),
    /** The agreed terms; changes of the catalogue do not affect running subscriptions. */
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: currencyEnum('currency').$type<Currency>().notNull(),
    /** The version of the shop that the terms are from; null from before there were versions. */
    shopVersion: integer('shop_version'),
    provider: paymentProviderEnum('provider').notNull(),
    /** The saved payment method, or null. */
    method: text('method'),
    /** The name by which the person knows the method; null for methods that were saved before it was stored. */
    methodLabel: jsonb('method_label').$type<MethodLabel>(),
    /** Time at which the person removed the method; null while there is one, or if there was none. */
    methodRemovedAt: time('method_removed_at'),
    status: subscriptionStatusEnum('status').notNull(),
    paidUntil: time('paid_until').notNull(),
    /** Time of the next charge, or null. */
    renewAt: time('renew_at'),
    cancelAtEnd: boolean('cancel_at_end').notNull().default(false),
    /** The terms after the paid period. */
    next: jsonb('next').$type<PlanTerms>(),
    /** After a failed charge, the time at which the plan ends unless it is paid before. */
    graceUntil: time('grace_until'),
    /** Time at which the person was notified of the failure. */
    mailedAt: time('told_at'),
    /** The end of the paid period whose charge the person was notified of, and until when a process is sending that notice. */
    noticedFor: time('noticed_for'),
    noticingUntil: time('noticing_until'),
    createdAt: createdAt(),
    endedAt: time('ended_at'),
  },
  (table) => [
    uniqueIndex('subscriptions_one_live')
      .on(table.userId)
      .where(sql`${table.status} <> 'ended'`),
    index('subscriptions_due')
      .on(table.renewAt)
      .where(sql`${table.status} <> 'ended'`),
    check('subscriptions_amounts', sql`${table.amount} > 0 and ${table.tokens} > 0`),
  ],
)
