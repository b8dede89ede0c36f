import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ApiKeyScope } from '#app/contract/account/api-keys.ts'
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
    lastUsedAt: time('last_used_at'),
    /** Set when the key is revoked; the row stays, so that runs remain attributed to it. */
    revokedAt: time('revoked_at'),
    createdAt: createdAt(),
  },
  (table) => [index('api_keys_of_user').on(table.userId), check('api_keys_have_scopes', sql`cardinality(${table.scopes}) > 0`)],
)
