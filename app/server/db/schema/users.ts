import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, boolean, check, index, integer, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import type { Currency } from '#config'
import { bytea, createdAt, time } from './columns.ts'
import { currencyEnum, freeTokensBarEnum, localeEnum, roleEnum } from './enums.ts'
import { groups } from './groups.ts'
import { mailboxOfEmail } from '../mailbox.ts'

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** Trimmed and lower-cased. */
    email: text('email').notNull().unique(),
    /** Compared when free tokens are granted, never for sign-in. */
    mailbox: text('mailbox').notNull().generatedAlwaysAs(mailboxOfEmail),
    name: text('name'),
    role: roleEnum('role').notNull().default('member'),
    passwordHash: text('password_hash'),
    locale: localeEnum('locale').notNull(),
    referralCode: text('referral_code').notNull().unique(),
    referredBy: uuid('referred_by').references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    emailVerifiedAt: time('email_verified_at'),
    /** The reason why the account gets no free tokens, set once and permanently; null if it may get them. */
    freeTokensBarred: freeTokensBarEnum('free_tokens_barred'),
    termsAcceptedAt: time('terms_accepted_at').notNull(),
    /** IANA name; null if unknown. */
    timeZone: text('time_zone'),
    /** The preferred currency; null derives it from the language. */
    currency: currencyEnum('currency').$type<Currency>(),
    /** Whether an email reports the end of a long run. */
    mailWhenDone: boolean('mail_when_done').notNull().default(false),
    /** Whether an email reports that a key asks for a run. */
    mailWhenAsked: boolean('mail_when_asked').notNull().default(true),
    /** The person's share of the machine while people wait: 2 counts for two. */
    queueWeight: real('queue_weight').notNull().default(1),
    /** Null for the default group. */
    groupId: uuid('group_id').references(() => groups.id),
    /** The person's own limits, which replace those of the group; null for the group's. */
    dailyTokens: bigint('daily_tokens', { mode: 'number' }),
    concurrentRuns: integer('concurrent_runs'),
    storageMegabytes: integer('storage_megabytes'),
    /** Time of the scheduled deletion, which a sign-in cancels. */
    deleteAfter: time('delete_after'),
    /** Time of the sign-in that canceled a deletion; null once the owner has been notified. */
    keptAt: time('kept_at'),
    /** Time at which personal data was erased; the row stays because the ledger references it. */
    erasedAt: time('erased_at'),
    /** Time at which an operator blocked the account: it cannot sign in, and its keys and links do not work. */
    blockedAt: time('blocked_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('users_referred_by').on(table.referredBy),
    index('users_mailbox').on(table.mailbox),
    index('users_in_groups')
      .on(table.groupId, table.erasedAt)
      .where(sql`${table.groupId} is not null`),
    // Compare bytes, so that searches for a beginning use them in every collation.
    index('users_email_beginning').on(table.email.op('text_pattern_ops')),
    index('users_name_beginning').on(sql`lower(${table.name}) text_pattern_ops`),
    index('users_by_joining')
      .on(table.createdAt)
      .where(sql`${table.erasedAt} is null`),
    index('users_blocked')
      .on(table.id)
      .where(sql`${table.blockedAt} is not null`),
    check('users_queue_weight', sql`${table.queueWeight} > 0`),
    check('users_not_own_referrer', sql`${table.referredBy} <> ${table.id}`),
    index('users_to_tell')
      .on(table.keptAt)
      .where(sql`${table.keptAt} is not null`),
    index('users_with_role')
      .on(table.role)
      .where(sql`${table.role} <> 'member'`),
    index('users_to_erase')
      .on(table.deleteAfter)
      .where(sql`${table.deleteAfter} is not null and ${table.erasedAt} is null`),
  ],
)

/** An avatar, stored in the database because it is a few kilobytes, changes in one statement and is deleted with its person. */
export const avatars = pgTable('avatars', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** 128 random bits, base64url, part of the URL; new for each image. */
  token: text('token').notNull().unique(),
  /** A square WebP. */
  image: bytea('image').notNull(),
  sha256: text('sha256').notNull(),
  createdAt: createdAt(),
})

/** The one account per mailbox that gets free tokens. The claim outlives the account for a while, without the address. */
export const grantedMailboxes = pgTable(
  'granted_mailboxes',
  {
    /** SHA-256 of the mailbox, hex. */
    hash: text('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Time at which the claim is deleted; null while the account exists. */
    forgetAt: time('forget_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('granted_mailboxes_of_user').on(table.userId),
    index('granted_mailboxes_to_forget')
      .on(table.forgetAt)
      .where(sql`${table.forgetAt} is not null`),
  ],
)

/** Welcome grants of groups; each person gets that of a group once. */
export const groupWelcomes = pgTable(
  'group_welcomes',
  {
    groupId: uuid('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.userId] })],
)
