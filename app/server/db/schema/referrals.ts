import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time } from './columns.ts'
import { payments } from './payments.ts'
import { users } from './users.ts'

/** Rewards for an invited person's first purchase, at most one per person. */
export const referralRewards = pgTable(
  'referral_rewards',
  {
    invitedId: uuid('invited_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    inviterId: uuid('inviter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    inviterTokens: bigint('inviter_tokens', { mode: 'number' }).notNull(),
    invitedTokens: bigint('invited_tokens', { mode: 'number' }).notNull(),
    /** Time at which the purchase was refunded. */
    takenBackAt: time('taken_back_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('referral_rewards_of_inviter').on(table.inviterId),
    index('referral_rewards_of_payment').on(table.paymentId),
    check('referral_rewards_of_others', sql`${table.invitedId} <> ${table.inviterId}`),
  ],
)
