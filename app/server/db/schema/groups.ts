import { sql } from 'drizzle-orm'
import { bigint, check, doublePrecision, integer, pgTable, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time } from './columns.ts'

/** Prices, models and limits of people. Without a row, the default group has the usual values. */
export const groups = pgTable(
  'groups',
  {
    id: uuid('id').primaryKey(),
    /** Null for the default group. */
    name: text('name'),
    /** A multiple of every price. */
    priceFactor: doublePrecision('price_factor').notNull().default(1),
    /** Ids of the allowed models; null for all. */
    models: text('models').array(),
    /** The studio's tools that they and their assistants may use; null for all. */
    tools: text('tools').array(),
    /** Tokens for a day in UTC; null without a limit. */
    dailyTokens: bigint('daily_tokens', { mode: 'number' }),
    /** Runs at once; null for the server's own limit. */
    concurrentRuns: integer('concurrent_runs'),
    /** Null for the server's own limit. */
    storageMegabytes: integer('storage_megabytes'),
    /** Share of this machine's time: a person of twice the weight is due twice as often. */
    queueWeight: real('queue_weight').notNull().default(1),
    /** Tokens that a person gets once, when first placed in the group. */
    welcomeGrant: bigint('welcome_grant', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('groups_name').on(sql`lower(${table.name})`),
    check('groups_price_factor', sql`${table.priceFactor} between 0 and 100`),
    check('groups_limits', sql`${table.dailyTokens} > 0 and ${table.concurrentRuns} > 0 and ${table.storageMegabytes} > 0`),
    check('groups_queue_weight', sql`${table.queueWeight} between 0.1 and 100`),
    check('groups_welcome_grant', sql`${table.welcomeGrant} >= 0`),
  ],
)
