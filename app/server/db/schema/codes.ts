import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time } from './columns.ts'
import { users } from './users.ts'

/** Redemption codes that were created together. */
export const codeBatches = pgTable(
  'code_batches',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** Tokens for each code. */
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    count: integer('count').notNull(),
    /** Whether a person may redeem one code of the batch only. */
    oncePerPerson: boolean('once_per_person').notNull(),
    /** Null if the codes do not expire. */
    expiresAt: time('expires_at'),
    /** Set if unused codes no longer work. */
    revokedAt: time('revoked_at'),
    createdAt: createdAt(),
  },
  (table) => [check('code_batches_amounts', sql`${table.tokens} > 0 and ${table.count} > 0`)],
)

/** Only hashes are stored: a copy of the database then grants nobody tokens. */
export const codes = pgTable(
  'codes',
  {
    hash: text('hash').primaryKey(),
    batchId: uuid('batch_id')
      .notNull()
      .references(() => codeBatches.id),
    redeemedBy: uuid('redeemed_by').references(() => users.id),
    redeemedAt: time('redeemed_at'),
  },
  (table) => [
    index('codes_redeemed')
      .on(table.batchId, table.redeemedBy)
      .where(sql`${table.redeemedBy} is not null`),
    check('codes_redeemed_together', sql`(${table.redeemedBy} is null) = (${table.redeemedAt} is null)`),
  ],
)
