import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time } from './columns.ts'
import { payments } from './payments.ts'
import { subscriptions } from './subscriptions.ts'

/** A paid period, whose tokens are granted monthly. */
export const paidPeriods = pgTable(
  'plan_periods',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    paymentId: uuid('payment_id')
      .notNull()
      .unique()
      .references(() => payments.id, { onDelete: 'cascade' }),
    plan: text('plan').notNull(),
    months: integer('months').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    startsAt: time('starts_at').notNull(),
    endsAt: time('ends_at').notNull(),
    /** From then on the period grants no months, because it was replaced or refunded. */
    closedAt: time('closed_at'),
  },
  (table) => [
    index('plan_periods_of_subscription').on(table.subscriptionId),
    check('plan_periods_sound', sql`${table.months} in (1, 12) and ${table.tokens} > 0 and ${table.endsAt} > ${table.startsAt}`),
  ],
)

/** The months of paid periods whose tokens have been granted. */
export const planGrants = pgTable(
  'plan_grants',
  {
    periodId: uuid('period_id')
      .notNull()
      .references(() => paidPeriods.id, { onDelete: 'cascade' }),
    /** Index of the month, from 0. */
    month: integer('month').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.periodId, table.month] })],
)
