import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { apiKeys } from './api-keys.ts'
import { time } from './columns.ts'
import { generationStatusEnum, kindEnum } from './enums.ts'
import { users } from './users.ts'

/**
 * Sums of a person's ended runs by the day of their submit. The transaction that ends a run updates them, so they always equal a count of
 * `generations`.
 */
export const generationDays = pgTable(
  'generation_days',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A day in the account's `day_zone`. */
    day: date('day').notNull(),
    type: kindEnum('type').notNull(),
    model: text('model').notNull(),
    status: generationStatusEnum('status').notNull(),
    runs: integer('runs').notNull(),
    /** Whole tokens taken from the balance. */
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    /** The exact cost in milli-tokens. */
    milli: bigint('milli', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.type, table.model, table.status] }),
    index('generation_days_active').on(table.day, table.userId),
    check('generation_days_counts', sql`${table.runs} > 0 and ${table.tokens} >= 0 and ${table.milli} >= 0`),
    check('generation_days_ended', sql`${table.status} in ('succeeded', 'failed', 'canceled')`),
  ],
)

/**
 * The part of the sums that API keys account for. A separate table, because most people have no key, and one row per model and key would be
 * many.
 */
export const generationKeyDays = pgTable(
  'generation_key_days',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A day in the account's `day_zone`. */
    day: date('day').notNull(),
    apiKeyId: uuid('api_key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    status: generationStatusEnum('status').notNull(),
    runs: integer('runs').notNull(),
    /** Whole tokens taken from the balance. */
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    /** The exact cost in milli-tokens. */
    milli: bigint('milli', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.apiKeyId, table.status] }),
    index('generation_key_days_of_key').on(table.apiKeyId),
    check('generation_key_days_counts', sql`${table.runs} > 0 and ${table.tokens} >= 0 and ${table.milli} >= 0`),
    check('generation_key_days_ended', sql`${table.status} in ('succeeded', 'failed', 'canceled')`),
  ],
)

/** Waiting times of successful runs. */
export const generationWaits = pgTable(
  'generation_waits',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A day in the account's `day_zone`. */
    day: date('day').notNull(),
    type: kindEnum('type').notNull(),
    /** Step of a logarithmic scale: four per doubling, from 1 ms. */
    step: smallint('step').notNull(),
    runs: integer('runs').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.type, table.step] }),
    check('generation_waits_counts', sql`${table.runs} > 0 and ${table.step} >= 0`),
  ],
)

/**
 * Sums of all people's ended runs by the day of their end. A trigger of `generations` updates them, so runs that an older release ends are
 * counted too. Sums stay when their accounts are deleted.
 */
export const runDays = pgTable(
  'run_days',
  {
    /** A day in UTC. */
    day: date('day').notNull(),
    /** Connections write to different rows, so that runs do not wait for each other to end. */
    shard: smallint('shard').notNull(),
    type: kindEnum('type').notNull(),
    model: text('model').notNull(),
    status: generationStatusEnum('status').notNull(),
    /** The error code of failed runs, otherwise empty. */
    failure: text('failure').notNull(),
    runs: integer('runs').notNull(),
    /** Whole tokens taken from balances. */
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    /** The exact price in milli-tokens. */
    milli: bigint('milli', { mode: 'number' }).notNull(),
    /** The runs whose cost is known, and their price in milli-tokens. */
    costedRuns: integer('costed_runs').notNull(),
    costedMilli: bigint('costed_milli', { mode: 'number' }).notNull(),
    /** Their cost in millionths of a dollar. */
    costMicros: bigint('cost_micros', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.shard, table.type, table.model, table.status, table.failure] }),
    check(
      'run_days_counts',
      sql`${table.runs} > 0 and ${table.tokens} >= 0 and ${table.milli} >= 0 and ${table.costedRuns} between 0 and ${table.runs} and ${table.costedMilli} between 0 and ${table.milli} and ${table.costMicros} >= 0`,
    ),
  ],
)

/**
 * A person's figures by which operators sort people. Triggers write them, so that an older release keeps them right too: a row is added with
 * the account, a `settle` of the ledger adds to `spent`, and each use of a session moves `last_seen_at`.
 */
export const personTotals = pgTable(
  'person_totals',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Tokens charged for runs and voices. */
    spent: bigint('spent', { mode: 'number' }).notNull().default(0),
    /** The last use of any session, also of one that has ended; null if there was none. */
    lastSeenAt: time('last_seen_at'),
  },
  (table) => [
    index('person_totals_by_spent').on(table.spent, table.userId),
    index('person_totals_by_seen').on(sql`coalesce(${table.lastSeenAt}, to_timestamp(0))`, table.userId),
    check('person_totals_spent', sql`${table.spent} >= 0`),
  ],
)
