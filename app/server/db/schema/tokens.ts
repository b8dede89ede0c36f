import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time } from './columns.ts'
import { entryKindEnum, lotSourceEnum } from './enums.ts'
import { generations } from './generations.ts'
import { payments } from './payments.ts'
import { users } from './users.ts'

/** The balance of one person. It changes only in the transaction that writes the ledger entry, with this row locked first. */
export const tokenAccounts = pgTable(
  'token_accounts',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    available: bigint('available', { mode: 'number' }).notNull().default(0),
    held: bigint('held', { mode: 'number' }).notNull().default(0),
    /** Spent tokens of refunded purchases. Incoming tokens settle the debt first, so a balance to spend and a debt never coexist. */
    debt: bigint('debt', { mode: 'number' }).notNull().default(0),
    /** The unspent rest of a token that was broken for a price below a token, in milli-tokens, without what runs have set aside. */
    restMilli: integer('change_milli').notNull().default(0),
    /** The person's own limits per run and per day; null for no limit. */
    runLimit: bigint('run_limit', { mode: 'number' }),
    dailyLimit: bigint('daily_limit', { mode: 'number' }),
    /** The most that a conversation may spend without a press, in milli-tokens; null for the usual. */
    allowanceMilli: bigint('allowance_milli', { mode: 'number' }),
    /** The time zone whose days `generation_days` counts. */
    dayZone: text('day_zone').notNull().default('UTC'),
    /** The last day in `generation_days`, maintained by its triggers, so that active people are counted without reading all days. */
    lastDay: date('last_day'),
  },
  (table) => [
    index('token_accounts_by_last_day')
      .on(table.lastDay)
      .where(sql`${table.lastDay} is not null`),
    index('token_accounts_by_balance').on(table.available, table.userId),
    check('token_accounts_not_negative', sql`${table.available} >= 0 and ${table.held} >= 0 and ${table.debt} >= 0`),
    check('token_accounts_change', sql`${table.restMilli} between 0 and 999`),
    check('token_accounts_debt_first', sql`${table.debt} = 0 or ${table.available} = 0`),
    check('token_accounts_limits', sql`${table.runLimit} > 0 and ${table.dailyLimit} > 0`),
  ],
)

/** Tokens granted together with one expiry. */
export const tokenLots = pgTable(
  'token_lots',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    source: lotSourceEnum('source').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    remaining: bigint('remaining', { mode: 'number' }).notNull(),
    /** Null if the tokens never expire. */
    expiresAt: time('expires_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('token_lots_spendable')
      .on(table.userId, table.expiresAt)
      .where(sql`${table.remaining} > 0`),
    check('token_lots_within_amount', sql`${table.amount} > 0 and ${table.remaining} between 0 and ${table.amount}`),
  ],
)

/** The lots of a generation's hold. */
export const tokenHolds = pgTable(
  'token_holds',
  {
    generationId: uuid('generation_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    lotId: uuid('lot_id')
      .notNull()
      .references(() => tokenLots.id, { onDelete: 'cascade' }),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.generationId, table.lotId] }), check('token_holds_positive', sql`${table.amount} > 0`)],
)

/**
 * The ledger, append-only. `grant` and `release` raise the available tokens; `hold`, `expire`, `refund` and `repay` lower them. `hold`
 * raises the held tokens; `settle` and `release` lower them. `debt` raises the debt; `repay` lowers it.
 */
export const tokenEntries = pgTable(
  'token_entries',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: entryKindEnum('kind').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /**
     * Milli-tokens. `settle`: the exact cost, for which `amount` tokens were broken. `hold`: rest set aside besides `amount`; `release`:
     * how much of it was not needed.
     */
    milli: bigint('milli', { mode: 'number' }).notNull().default(0),
    generationId: uuid('generation_id').references(() => generations.id, { onDelete: 'set null' }),
    lotId: uuid('lot_id').references(() => tokenLots.id, { onDelete: 'set null' }),
    /** With `hold`: the API key that spends; filled in by a trigger for runs. */
    apiKeyId: uuid('api_key_id'),
    /** The payment that granted or reversed these tokens. */
    paymentId: uuid('payment_id').references(() => payments.id, { onDelete: 'set null' }),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('token_entries_once').on(table.generationId, table.kind),
    index('token_entries_of_user').on(table.userId, table.id.desc()),
    index('token_entries_of_payment')
      .on(table.paymentId)
      .where(sql`${table.paymentId} is not null`),
    index('token_entries_by_time').on(table.userId, table.createdAt),
    // Few rows of each person, next to those of their runs.
    index('token_entries_of_lots')
      .on(table.userId)
      .where(sql`${table.lotId} is not null`),
    check('token_entries_not_negative', sql`${table.amount} >= 0 and ${table.milli} >= 0`),
  ],
)
