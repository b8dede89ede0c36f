import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Role } from '#app/contract/account/roles.ts'
import { createdAt, time } from './columns.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'

/** A person's identity at another service used for sign-in. */
export const identities = pgTable(
  'identities',
  {
    provider: text('provider').notNull(),
    /** The service's stable id of the person. */
    subject: text('subject').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email'),
    /** The role and the group that the groups of the identity gave at its last sign-in. */
    grantedRole: text('granted_role').$type<Role>(),
    grantedGroupId: uuid('granted_group_id'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] }), index('identities_user').on(table.userId)],
)

export const passwordResetTokens = pgTable('password_reset_tokens', {
  hash: text('hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
})

/** Tokens that prove control of an email address. Only the SHA-256 of a token is stored. */
export const emailTokens = pgTable('email_tokens', {
  hash: text('hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The address that the token was mailed to; it verifies no other. */
  email: text('email').notNull(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
})

/** A requested email change, which waits for confirmation; only the SHA-256 of both tokens is stored. */
export const emailChanges = pgTable(
  'email_changes',
  {
    /** Hash of the token mailed to the new address. */
    hash: text('hash').primaryKey(),
    /** Hash of the token mailed to the current address, which cancels the change. */
    cancelHash: text('cancel_hash').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session that made the request, which survives when the others end. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    /** The address at the time of the request, which must not have changed. */
    from: text('from_email').notNull(),
    email: text('email').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** Time at which the change was confirmed, canceled or replaced. */
    endedAt: time('ended_at'),
  },
  (table) => [
    // At most one open change per person; also used to find it.
    uniqueIndex('email_changes_open')
      .on(table.userId)
      .where(sql`${table.endedAt} is null`),
  ],
)

/** Two-factor by an authenticator app. It takes effect when a first code confirms it. */
export const twoFactor = pgTable('two_factor', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with the server's key, which is not in the database. */
  secret: text('secret').notNull(),
  confirmedAt: time('confirmed_at'),
  /** The time step of the last accepted code; it and earlier ones are rejected. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
})

/** Single-use codes for people who have lost the app. Only the SHA-256 is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => twoFactor.userId, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
)

/** A sign-in after its first step. Only the SHA-256 of the token is stored. */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    hash: text('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The password hash at the first step; a new password ends the challenge. */
    passwordHash: text('password_hash'),
    tries: integer('tries').notNull().default(0),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('sign_in_challenges_expiry').on(table.expiresAt)],
)

/** A passkey; its private key never leaves the device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The device's id of the passkey, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    /** Whether the passkey is synced to the person's other devices. */
    synced: boolean('synced').notNull(),
    name: text('name').notNull(),
    lastUsedAt: time('last_used_at'),
    createdAt: createdAt(),
  },
  (table) => [index('passkeys_of_user').on(table.userId)],
)

/** A single-use, short-lived WebAuthn challenge. `userId` is null at a sign-in. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
)

/** Used sign-up challenges; none works twice. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    signature: text('signature').primaryKey(),
    keepUntil: time('keep_until').notNull(),
  },
  (table) => [index('used_challenges_expiry').on(table.keepUntil)],
)
