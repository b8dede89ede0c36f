import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ApiKeyScope } from '#app/contract/account/api-keys.ts'
import type { Kind } from '#app/contract/base/values.ts'
import { createdAt, time } from './columns.ts'
import { users } from './users.ts'

/** API keys, which let a program act for a person within scopes. Only the SHA-256 of a key is stored. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    hash: text('hash').notNull().unique(),
    /** The last characters, by which people recognize a key. */
    hint: text('hint').notNull(),
    scopes: text('scopes').array().$type<ApiKeyScope[]>().notNull(),
    /** Null if the key never expires. */
    expiresAt: time('expires_at'),
    /** Tokens that the key may spend on a run, in a day and in a month, both in UTC; null for no limit of the key. */
    runTokens: bigint('run_tokens', { mode: 'number' }),
    dailyTokens: bigint('daily_tokens', { mode: 'number' }),
    monthlyTokens: bigint('monthly_tokens', { mode: 'number' }),
    /** Kinds and ids of models that the key may run; null for all. */
    kinds: text('kinds').array().$type<Kind[]>(),
    models: text('models').array(),
    /** Whether a run beyond these tokens becomes a request to the owner. */
    asks: boolean('asks').notNull().default(true),
    /** Null for the limit of all keys. */
    callsPerMinute: integer('calls_per_minute'),
    /**
     * The id of the program that a person has given access in the browser or by a code; null for a key that somebody has created. Such a
     * access is used by tokens of its own, or by the key that the program alone has received.
     */
    clientId: text('client_id'),
    /** The host that the program has proven or is sent back to; null on the person's own device. */
    clientHost: text('client_host'),
    lastUsedAt: time('last_used_at'),
    /** Set when the key is revoked; the row stays, so that runs remain attributed to it. */
    revokedAt: time('revoked_at'),
    createdAt: createdAt(),
  },
  (table) => [index('api_keys_of_user').on(table.userId), check('api_keys_have_scopes', sql`cardinality(${table.scopes}) > 0`)],
)

/**
 * The tokens that a key has spent on a day in UTC, those on hold included. Triggers on the ledger maintain it, so processes of the release
 * before keep it right, too. A month is the sum of its days.
 */
export const spending = pgTable(
  'spending',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** An API key. */
    spender: uuid('spender').notNull(),
    day: date('day').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.spender, table.day] }),
    index('spending_of_user').on(table.userId),
    check('spending_not_negative', sql`${table.tokens} >= 0`),
  ],
)
