import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time } from './columns.ts'
import { users } from './users.ts'

/** A session: a sign-in on one device, with its chain of refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent'),
    /** The last network address. */
    address: text('address'),
    createdAt: createdAt(),
    lastSeenAt: time('last_seen_at').notNull().defaultNow(),
    revokedAt: time('revoked_at'),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_of_address').on(table.address)],
)

/** Refresh tokens, stored as SHA-256. Used ones stay until they expire, so that reuse is noticed. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
)

/** A sign-in completed elsewhere, which a page picks up through `?access_token=`, once and within a minute. */
export const handovers = pgTable('handovers', {
  hash: text('hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
})
