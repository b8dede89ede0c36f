import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { KeyBudgetChange, MemberKeyScope } from '#app/contract/account/api-keys.ts'
import { apiKeys } from './api-keys.ts'
import { createdAt, time } from './columns.ts'
import { users } from './users.ts'

/**
 * Programs that ask people for access. Some have registered here; of the others, whose id is an https address, this is what was last read
 * there.
 */
export const programClients = pgTable(
  'program_clients',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    redirectUris: text('redirect_uris').array().notNull(),
    createdAt: createdAt(),
    /** When its description was last read; null of a registered one. */
    readAt: time('read_at'),
    /** When somebody last gave it access. */
    lastUsedAt: time('last_used_at'),
  },
  (table) => [
    index('program_clients_unused')
      .on(table.createdAt)
      .where(sql`${table.lastUsedAt} is null`),
  ],
)

/** Access that a person has given a program, until it fetches its tokens. */
const allowed = () => ({
  userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
  scopes: text('scopes').array().$type<MemberKeyScope[]>().notNull(),
  budget: jsonb('budget').$type<KeyBudgetChange>(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
  /** The access that it became. */
  apiKeyId: uuid('api_key_id').references(() => apiKeys.id, { onDelete: 'cascade' }),
})

/** Authorization codes. Only the SHA-256 of a code is stored. Used ones stay for a while, so that a second use is noticed. */
export const accessCodes = pgTable(
  'access_codes',
  {
    hash: text('hash').primaryKey(),
    clientId: text('client_id').notNull(),
    clientName: text('client_name').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    /** The SHA-256 of the verifier that only the program knows. */
    challenge: text('challenge').notNull(),
    ...allowed(),
    userId: allowed().userId.notNull(),
  },
  (table) => [index('access_codes_of_user').on(table.userId)],
)

/** Tokens of the access of programs, which is API keys of another origin. Only the SHA-256 of a token is stored. */
export const programTokens = pgTable(
  'program_tokens',
  {
    hash: text('hash').primaryKey(),
    apiKeyId: uuid('api_key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'access' | 'refresh'>().notNull(),
    expiresAt: time('expires_at').notNull(),
    /** Set when a refresh token is exchanged; the row stays, so that a second use is noticed. */
    usedAt: time('used_at'),
  },
  (table) => [
    index('program_tokens_of_key').on(table.apiKeyId),
    index('program_tokens_expired').on(table.expiresAt),
    check('program_tokens_kind', sql`${table.kind} in ('access', 'refresh')`),
  ],
)

/** Sign-ins of programs without a browser, which a person allows on another device by a short code. */
export const deviceLogins = pgTable(
  'device_logins',
  {
    /** SHA-256 of the code that the program asks with. */
    hash: text('hash').primaryKey(),
    /** SHA-256 of the code that the person types. */
    userCodeHash: text('user_code_hash').notNull().unique(),
    clientId: text('client_id').notNull(),
    clientName: text('client_name').notNull(),
    /** The address from which the program asked, for the person to compare. */
    address: text('address').notNull(),
    ...allowed(),
    createdAt: createdAt(),
    answer: text('answer').$type<'allowed' | 'refused'>(),
    /** Until then, a program that asks again has to slow down. */
    notBefore: time('not_before').notNull().defaultNow(),
  },
  (table) => [
    index('device_logins_of_user').on(table.userId),
    check('device_logins_answered', sql`(${table.answer} is null) = (${table.userId} is null)`),
  ],
)
