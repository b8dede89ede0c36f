import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgSequence,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { freeTokensBars } from '#app/contract/accounts.ts'
import { kinds } from '#app/contract/common.ts'
import type { ApiKeyScope } from '#app/contract/api-keys.ts'
import { generationErrorCodes } from '#app/contract/errors.ts'
import { type BroughtTurn, type CreateGeneration, generationStatuses, type OptionValues } from '#app/contract/generations.ts'
import { orderCauses, orderFailures, orderKinds, orderStatuses, paymentProviders, testOutcomes } from '#app/contract/orders.ts'
import type { Draft } from '#app/contract/studio.ts'
import { planPeriods } from '#app/contract/periods.ts'
import { type PlanTerms, subscriptionStatuses } from '#app/contract/subscriptions.ts'
import { entryKinds, lotSources } from '#app/contract/tokens.ts'
import { currencies, locales } from '#config'
import { mailboxOfEmail } from './mailbox.ts'

/**
 * One schema for PGlite and PostgreSQL ≥ 15. Ids are UUIDv7 made by the application, so that ordering by id is ordering by
 * time and every list can be paged by its key. Tokens are whole numbers.
 */

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
const createdAt = () => time('created_at').notNull().defaultNow()

const bytea = customType<{ data: Uint8Array<ArrayBuffer> }>({ dataType: () => 'bytea' })

export const localeEnum = pgEnum('locale', locales)
export const freeTokensBarEnum = pgEnum('free_tokens_bar', freeTokensBars)
export const kindEnum = pgEnum('kind', kinds)
export const generationStatusEnum = pgEnum('generation_status', generationStatuses)
export const generationErrorEnum = pgEnum('generation_error', generationErrorCodes)
export const lotSourceEnum = pgEnum('lot_source', lotSources)
export const entryKindEnum = pgEnum('entry_kind', entryKinds)
export const currencyEnum = pgEnum('currency', currencies)
export const paymentProviderEnum = pgEnum('payment_provider', paymentProviders)
export const orderKindEnum = pgEnum('order_kind', orderKinds)
export const orderCauseEnum = pgEnum('order_cause', orderCauses)
export const orderStatusEnum = pgEnum('order_status', orderStatuses)
export const orderFailureEnum = pgEnum('order_failure', orderFailures)
export const planPeriodEnum = pgEnum('plan_period', planPeriods)
export const subscriptionStatusEnum = pgEnum('subscription_status', subscriptionStatuses)
export const testOutcomeEnum = pgEnum('test_outcome', testOutcomes)
export const disputeEnum = pgEnum('dispute', ['open', 'won', 'lost'])

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** Trimmed and lower-cased before it gets here. */
    email: text('email').notNull().unique(),
    /** For comparing people when tokens are given away. Never a way to find the account that somebody signs in to. */
    mailbox: text('mailbox').notNull().generatedAlwaysAs(mailboxOfEmail),
    name: text('name'),
    passwordHash: text('password_hash'),
    locale: localeEnum('locale').notNull(),
    referralCode: text('referral_code').notNull().unique(),
    referredBy: uuid('referred_by').references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    emailVerifiedAt: time('email_verified_at'),
    /** Null: the account may be granted free tokens. Set once and for good. */
    freeTokensBarred: freeTokensBarEnum('free_tokens_barred'),
    termsAcceptedAt: time('terms_accepted_at').notNull(),
    /** IANA name; null while it is not known. */
    timeZone: text('time_zone'),
    /** What prices are shown in first; null: by the language. */
    currency: currencyEnum('currency'),
    /** Whether the end of a long run is told by mail. */
    mailWhenDone: boolean('mail_when_done').notNull().default(false),
    /** The account goes at this time, unless its owner comes back before. */
    deleteAfter: time('delete_after'),
    /** A sign-in has taken that back, and its owner is still to hear of it. */
    keptAt: time('kept_at'),
    /** Everything of the person is gone; the row stays because the ledger points at it. */
    erasedAt: time('erased_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('users_referred_by').on(table.referredBy),
    index('users_mailbox').on(table.mailbox),
    check('users_not_own_referrer', sql`${table.referredBy} <> ${table.id}`),
    index('users_to_tell')
      .on(table.keptAt)
      .where(sql`${table.keptAt} is not null`),
    index('users_to_erase')
      .on(table.deleteAfter)
      .where(sql`${table.deleteAfter} is not null and ${table.erasedAt} is null`),
  ],
)

/** The one account of each mailbox that free tokens go to. It outlives the account for a while, without the address. */
export const grantedMailboxes = pgTable(
  'granted_mailboxes',
  {
    /** SHA-256 of the mailbox, hex. */
    hash: text('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null while the account exists. */
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

/**
 * A person's picture. In the database and not among the files: it is a few kilobytes, changes in one statement, and goes with its person,
 * so that none is ever left behind.
 */
export const avatars = pgTable('avatars', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** 128 random bits, base64url, in its address: another one for each picture. */
  token: text('token').notNull().unique(),
  /** A square WebP. */
  image: bytea('image').notNull(),
  sha256: text('sha256').notNull(),
  createdAt: createdAt(),
})

/** A sign-in on one device: the family that all its refresh tokens belong to. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent'),
    /** From where it was used last: a network address as people write it. */
    address: text('address'),
    createdAt: createdAt(),
    lastSeenAt: time('last_seen_at').notNull().defaultNow(),
    revokedAt: time('revoked_at'),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** Only the SHA-256 of a token is kept. A used one stays until it expires, so that its reuse is noticed. */
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

export const passwordResetTokens = pgTable('password_reset_tokens', {
  hash: text('hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
})

/** Proves that a person reads the mail of an address. Only the SHA-256 of the token is kept. */
export const emailTokens = pgTable('email_tokens', {
  hash: text('hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The address it was sent to: the proof is of this one, whatever the account's is by then. */
  email: text('email').notNull(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
})

/** Another address that a person has asked for. It becomes theirs when its mail is answered; only the SHA-256 of both tokens is kept. */
export const emailChanges = pgTable(
  'email_changes',
  {
    /** Of the token that the new address was mailed. */
    hash: text('hash').primaryKey(),
    /** Of the one that the present address was mailed, which prevents the change. */
    cancelHash: text('cancel_hash').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Who asked: the session that stays when the others end. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    /** The address at that time: a change from another one is not what was proved. */
    from: text('from_email').notNull(),
    email: text('email').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** Confirmed, prevented, or another one took its place. */
    endedAt: time('ended_at'),
  },
  (table) => [
    // One at a time, which is also how it is found.
    uniqueIndex('email_changes_open')
      .on(table.userId)
      .where(sql`${table.endedAt} is null`),
  ],
)

/** Who a person is at another service that they sign in with. */
export const identities = pgTable(
  'identities',
  {
    provider: text('provider').notNull(),
    /** The service's own, unchanging name for the person. */
    subject: text('subject').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] }), index('identities_user').on(table.userId)],
)

/** Lets a program use the API in a person's name, as far as its scopes go. Only the SHA-256 of the key is kept. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    hash: text('hash').notNull().unique(),
    /** Its last characters: what a person tells keys apart by. */
    hint: text('hint').notNull(),
    scopes: text('scopes').array().$type<ApiKeyScope[]>().notNull(),
    /** Null: never. */
    expiresAt: time('expires_at'),
    lastUsedAt: time('last_used_at'),
    /** The row stays, so that what the key has run is still told apart. */
    revokedAt: time('revoked_at'),
    createdAt: createdAt(),
  },
  (table) => [index('api_keys_of_user').on(table.userId), check('api_keys_have_scopes', sql`cardinality(${table.scopes}) > 0`)],
)

/** A second step at the sign-in: codes from an app that shares a secret with us. Not in force before a first code has confirmed it. */
export const twoFactor = pgTable('two_factor', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with a key of the server's, which is not in the database. */
  secret: text('secret').notNull(),
  confirmedAt: time('confirmed_at'),
  /** The time step of the last code that was taken: neither it nor an earlier one is taken again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
})

/** For who has lost the app: each works once. Only the SHA-256 is kept. */
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

/** A sign-in whose first step is done. Only the SHA-256 of the token is kept. */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    hash: text('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What the first step was proved with: another password in its place ends the challenge. */
    passwordHash: text('password_hash'),
    tries: integer('tries').notNull().default(0),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('sign_in_challenges_expiry').on(table.expiresAt)],
)

/** A key pair whose private half never leaves the person's device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What the device calls it, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    /** Kept by a service that brings it to the person's other devices. */
    synced: boolean('synced').notNull(),
    name: text('name').notNull(),
    lastUsedAt: time('last_used_at'),
    createdAt: createdAt(),
  },
  (table) => [index('passkeys_of_user').on(table.userId)],
)

/** What a device is asked to sign: once, soon. `userId` null: at the sign-in, where nobody is known yet. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
)

/** Solved challenges that have opened an account or tried to: none works twice. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    signature: text('signature').primaryKey(),
    keepUntil: time('keep_until').notNull(),
  },
  (table) => [index('used_challenges_expiry').on(table.keepUntil)],
)

/** A sign-in that was proved elsewhere and is picked up by a page through `?access_token=`: once, within a minute. */
export const handovers = pgTable('handovers', {
  hash: text('hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
})

/** The balance of one person. Changed only in the transaction that writes the ledger entry for it, with this row locked first. */
export const tokenAccounts = pgTable(
  'token_accounts',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    available: bigint('available', { mode: 'number' }).notNull().default(0),
    held: bigint('held', { mode: 'number' }).notNull().default(0),
    /** Tokens of refunded purchases that had been spent. Whatever comes in settles it first, so who owes has nothing to spend. */
    debt: bigint('debt', { mode: 'number' }).notNull().default(0),
    /** What the person lets themselves spend at most, on one run and in a day; null: no limit. */
    runLimit: bigint('run_limit', { mode: 'number' }),
    dailyLimit: bigint('daily_limit', { mode: 'number' }),
    /** The time zone whose days `generation_days` counts. */
    dayZone: text('day_zone').notNull().default('UTC'),
  },
  (table) => [
    check('token_accounts_not_negative', sql`${table.available} >= 0 and ${table.held} >= 0 and ${table.debt} >= 0`),
    check('token_accounts_debt_first', sql`${table.debt} = 0 or ${table.available} = 0`),
    check('token_accounts_limits', sql`${table.runLimit} > 0 and ${table.dailyLimit} > 0`),
  ],
)

/** Tokens that came together and end together. */
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
    /** Null: never. */
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

/** PostgreSQL's "russian" configuration stems Cyrillic words as Russian and Latin ones as English. Capped: a tsvector has a limit of 1 MB. */
export const searchWords = sql.raw(
  "to_tsvector('russian', coalesce(title, '') || ' ' || prompt || ' ' || case when finished_at is null then '' else left(coalesce(text, ''), 200000) end)",
)

export const generations = pgTable(
  'generations',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: kindEnum('type').notNull(),
    model: text('model').notNull(),
    prompt: text('prompt').notNull(),
    options: jsonb('options').$type<OptionValues>().notNull(),
    inputs: jsonb('inputs').$type<NonNullable<CreateGeneration['inputs']>>().notNull(),
    parentId: uuid('parent_id'),
    threadId: uuid('thread_id'),
    /** What was said before, where the caller keeps the conversation itself. */
    context: jsonb('context').$type<BroughtTurn[]>(),
    /** The key it was asked for with; null: by the person. */
    apiKeyId: uuid('api_key_id').references(() => apiKeys.id, { onDelete: 'set null' }),
    status: generationStatusEnum('status').notNull(),
    progress: real('progress'),
    text: text('text'),
    /** The text ended at its longest, not of itself. */
    cut: boolean('cut').notNull().default(false),
    errorCode: generationErrorEnum('error_code'),
    price: bigint('price', { mode: 'number' }).notNull(),
    charged: bigint('charged', { mode: 'number' }),
    /** Tokens that stopping the run now would cost; written together with the text they pay for. */
    accrued: bigint('accrued', { mode: 'number' }).notNull().default(0),
    /** What the service says it has used. */
    usage: jsonb('usage').$type<Record<string, number>>(),
    favorite: boolean('favorite').notNull().default(false),
    title: text('title'),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the request that the key came with. */
    idempotencyHash: text('idempotency_hash'),
    /** What the provider called the work, so that a restart asks for it instead of starting it again. */
    operation: jsonb('operation'),
    /** When a media service was about to be called; from then on only the service can stop the run. */
    handedOverAt: time('handed_over_at'),
    /** When the person asked to stop a run that had been handed over. */
    cancelRequestedAt: time('cancel_requested_at'),
    /** The lease of the API clients that read the run and may come back with its idempotency key. */
    readUntil: time('read_until'),
    attempts: integer('attempts').notNull().default(0),
    /** The worker that has the run, and until when it is believed to be alive. */
    leaseOwner: uuid('lease_owner'),
    leaseUntil: time('lease_until'),
    createdAt: createdAt(),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    updatedAt: time('updated_at').notNull().defaultNow(),
    /** In the trash since then. */
    deletedAt: time('deleted_at'),
    /** Its files and words are gone; the row stays because the ledger points at it. */
    purgedAt: time('purged_at'),
  },
  (table) => [
    index('generations_of_user')
      .on(table.userId, table.id.desc())
      .where(sql`${table.deletedAt} is null`),
    index('generations_of_user_by_type')
      .on(table.userId, table.type, table.id.desc())
      .where(sql`${table.deletedAt} is null`),
    index('generations_of_thread')
      .on(table.threadId, table.id)
      .where(sql`${table.threadId} is not null`),
    index('generations_of_key')
      .on(table.apiKeyId, table.createdAt)
      .where(sql`${table.apiKeyId} is not null`),
    index('generations_in_trash')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null and ${table.purgedAt} is null`),
    // The expression of `searchWords`, to the letter. A text that is still being written is left out: each piece would index it anew.
    index('generations_search').using('gin', searchWords),
    index('generations_unfinished')
      .on(table.status, table.leaseUntil)
      .where(sql`${table.status} in ('queued', 'running')`),
    index('generations_changed').on(table.userId, table.updatedAt),
    uniqueIndex('generations_idempotency')
      .on(table.userId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    check('generations_price', sql`${table.price} >= 0 and (${table.charged} is null or ${table.charged} between 0 and ${table.price})`),
  ],
)

/** Which lots a generation's hold was taken from. */
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
 * Append-only. `grant` and `release` raise what is available, `hold`, `expire`, `refund` and `repay` lower it; `hold` raises what is held,
 * `settle` and `release` lower it; `debt` raises what is owed, `repay` lowers it.
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
    generationId: uuid('generation_id').references(() => generations.id, { onDelete: 'set null' }),
    lotId: uuid('lot_id').references(() => tokenLots.id, { onDelete: 'set null' }),
    /** The payment that these tokens were granted for, or taken back for. */
    paymentId: uuid('payment_id').references((): AnyPgColumn => payments.id, { onDelete: 'set null' }),
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
    check('token_entries_not_negative', sql`${table.amount} >= 0`),
  ],
)

/**
 * What a person's ended runs come to, for each day on which they were asked for. A run is added in the transaction that ends it, so that
 * this equals a count of `generations` at any moment.
 */
export const generationDays = pgTable(
  'generation_days',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In the account's `day_zone`. */
    day: date('day').notNull(),
    type: kindEnum('type').notNull(),
    model: text('model').notNull(),
    status: generationStatusEnum('status').notNull(),
    runs: integer('runs').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.type, table.model, table.status] }),
    check('generation_days_counts', sql`${table.runs} > 0 and ${table.tokens} >= 0`),
    check('generation_days_ended', sql`${table.status} in ('succeeded', 'failed', 'canceled')`),
  ],
)

/** What of them was asked for with an API key, kept in the same way. Apart, because most people have none, and models times keys would be many rows. */
export const generationKeyDays = pgTable(
  'generation_key_days',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In the account's `day_zone`. */
    day: date('day').notNull(),
    apiKeyId: uuid('api_key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    status: generationStatusEnum('status').notNull(),
    runs: integer('runs').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.apiKeyId, table.status] }),
    index('generation_key_days_of_key').on(table.apiKeyId),
    check('generation_key_days_counts', sql`${table.runs} > 0 and ${table.tokens} >= 0`),
    check('generation_key_days_ended', sql`${table.status} in ('succeeded', 'failed', 'canceled')`),
  ],
)

/** How long the successes among them took to come, kept in the same way. */
export const generationWaits = pgTable(
  'generation_waits',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In the account's `day_zone`. */
    day: date('day').notNull(),
    type: kindEnum('type').notNull(),
    /** On a scale with four steps to each doubling, from 1 ms. */
    step: smallint('step').notNull(),
    runs: integer('runs').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.type, table.step] }),
    check('generation_waits_counts', sql`${table.runs} > 0 and ${table.step} >= 0`),
  ],
)

export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    generationId: uuid('generation_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    /** Place among the results; null for a poster. */
    position: integer('position'),
    /** The still that stands for this file, a row of this table too. */
    posterId: uuid('poster_id').references((): AnyPgColumn => files.id, { onDelete: 'set null' }),
    /** The same, small enough for a grid. */
    thumbnailId: uuid('thumbnail_id').references((): AnyPgColumn => files.id, { onDelete: 'set null' }),
    storageKey: text('storage_key').notNull(),
    mediaType: text('media_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Hex; also the file's ETag. */
    sha256: text('sha256').notNull(),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    peaks: jsonb('peaks').$type<number[]>(),
    /** A few pixels of it, as a `data:` address; null where there are none to show. */
    placeholder: text('placeholder'),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('files_of_generation').on(table.generationId, table.position)],
)

/** A file that a person brought as an input of a run. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: kindEnum('type').notNull(),
    storageKey: text('storage_key').notNull(),
    mediaType: text('media_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    createdAt: createdAt(),
  },
  (table) => [index('uploads_user').on(table.userId)],
)

/** A conversation. Its turns are the generations that carry its id. */
export const threads = pgTable(
  'threads',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [index('threads_of_user').on(table.userId, table.updatedAt.desc())],
)

/** A folder of works. */
export const collections = pgTable(
  'collections',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('collections_name').on(table.userId, table.name)],
)

export const collectionItems = pgTable(
  'collection_items',
  {
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    generationId: uuid('generation_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.generationId] }), index('collection_items_work').on(table.generationId)],
)

/** The public link to a result. Taken back, the row is gone. */
export const shares = pgTable('shares', {
  /** 128 random bits, base64url: whoever has it may look, nobody can guess it. */
  token: text('token').primaryKey(),
  generationId: uuid('generation_id')
    .notNull()
    .unique()
    .references(() => generations.id, { onDelete: 'cascade' }),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  showPrompt: boolean('show_prompt').notNull(),
  /** Null: never. */
  expiresAt: time('expires_at'),
  createdAt: createdAt(),
})

/** What a person is writing, one of each kind. */
export const drafts = pgTable(
  'drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: kindEnum('type').notNull(),
    draft: jsonb('draft').$type<Draft>().notNull(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.type] })],
)

export const savedPrompts = pgTable(
  'saved_prompts',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: kindEnum('type').notNull(),
    name: text('name').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('saved_prompts_of_user').on(table.userId)],
)

/** Models that have failed lately, for all processes. A model that is well has no row. */
export const modelHealth = pgTable('model_health', {
  model: text('model').primaryKey(),
  /** In a row, without a success between. */
  failures: integer('failures').notNull(),
  /** Nobody asks it before then; null while it is only suspected. */
  openUntil: time('open_until'),
  updatedAt: time('updated_at').notNull().defaultNow(),
})

/** What a person asked to buy. Amounts come from the catalogue and stay what they were. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: orderKindEnum('kind').notNull(),
    cause: orderCauseEnum('cause').notNull(),
    /** The pack or the plan, as the catalogue calls it. */
    item: text('item').notNull(),
    /** With a plan. */
    period: planPeriodEnum('period'),
    /** What a pack gives, or a plan every month. */
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: currencyEnum('currency').notNull(),
    /** What a change of plan has taken off the price for months that were paid and not begun. */
    credit: bigint('credit', { mode: 'number' }).notNull().default(0),
    subscriptionId: uuid('subscription_id').references((): AnyPgColumn => subscriptions.id, { onDelete: 'set null' }),
    provider: paymentProviderEnum('provider').notNull(),
    /** What the provider calls it, and where it is paid; null until the provider has been told. */
    checkoutId: text('checkout_id'),
    checkoutUrl: text('checkout_url'),
    status: orderStatusEnum('status').notNull(),
    failure: orderFailureEnum('failure'),
    idempotencyKey: text('idempotency_key'),
    idempotencyHash: text('idempotency_hash'),
    /** When the provider is asked again; null: never. */
    askAt: time('ask_at'),
    asks: integer('asks').notNull().default(0),
    askedAt: time('asked_at'),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    index('orders_of_user').on(table.userId, table.id.desc()),
    index('orders_to_ask')
      .on(table.askAt)
      .where(sql`${table.askAt} is not null`),
    uniqueIndex('orders_idempotency')
      .on(table.userId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    uniqueIndex('orders_checkout')
      .on(table.provider, table.checkoutId)
      .where(sql`${table.checkoutId} is not null`),
    // However many processes find that a subscription is due, it is charged for once.
    uniqueIndex('orders_one_renewal')
      .on(table.subscriptionId)
      .where(sql`${table.cause} = 'renewal' and ${table.status} = 'pending'`),
    check('orders_amounts', sql`${table.amount} > 0 and ${table.tokens} > 0 and ${table.credit} >= 0`),
    check('orders_period', sql`(${table.kind} = 'plan') = (${table.period} is not null)`),
  ],
)

/** Money that came, by the provider's own id: the key that makes a purchase grant once, whatever is told of it and how often. */
/** Numbers the questions that payment services are asked: of two answers, the one to the later question is the newer. */
export const paymentQuestions = pgSequence('payment_questions')

export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    provider: paymentProviderEnum('provider').notNull(),
    paymentId: text('payment_id').notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: currencyEnum('currency').notNull(),
    /** Granted for it so far, and taken back of that. */
    tokens: bigint('tokens', { mode: 'number' }).notNull().default(0),
    taken: bigint('taken', { mode: 'number' }).notNull().default(0),
    /** Money that went back; only ever more. */
    refunded: bigint('refunded', { mode: 'number' }).notNull().default(0),
    dispute: disputeEnum('dispute'),
    /** Number of the question whose answer `dispute` comes from. */
    question: bigint('question', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('payments_once').on(table.provider, table.paymentId),
    index('payments_of_order').on(table.orderId),
    index('payments_of_user').on(table.userId),
    check('payments_amounts', sql`${table.amount} > 0 and ${table.refunded} between 0 and ${table.amount}`),
    check('payments_tokens', sql`${table.tokens} >= 0 and ${table.taken} between 0 and ${table.tokens}`),
  ],
)

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    plan: text('plan').notNull(),
    period: planPeriodEnum('period').notNull(),
    /** As agreed, every month and every period: a change of the catalogue changes no running subscription. */
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: currencyEnum('currency').notNull(),
    provider: paymentProviderEnum('provider').notNull(),
    /** What the provider charges again; null: nothing was saved. */
    method: text('method'),
    status: subscriptionStatusEnum('status').notNull(),
    paidUntil: time('paid_until').notNull(),
    /** When the next charge is tried; null: never. */
    renewAt: time('renew_at'),
    cancelAtEnd: boolean('cancel_at_end').notNull().default(false),
    /** What it becomes when the paid period ends. */
    next: jsonb('next').$type<PlanTerms>(),
    /** A charge failed: it ends then, unless it is paid before. */
    graceUntil: time('grace_until'),
    /** When the person was told that it failed. */
    toldAt: time('told_at'),
    createdAt: createdAt(),
    endedAt: time('ended_at'),
  },
  (table) => [
    uniqueIndex('subscriptions_one_live')
      .on(table.userId)
      .where(sql`${table.status} <> 'ended'`),
    index('subscriptions_due')
      .on(table.renewAt)
      .where(sql`${table.status} <> 'ended'`),
    check('subscriptions_amounts', sql`${table.amount} > 0 and ${table.tokens} > 0`),
  ],
)

/** A stretch of time that was paid for. Its tokens are granted month by month. */
export const paidPeriods = pgTable(
  'plan_periods',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    paymentId: uuid('payment_id')
      .notNull()
      .unique()
      .references(() => payments.id, { onDelete: 'cascade' }),
    plan: text('plan').notNull(),
    months: integer('months').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    startsAt: time('starts_at').notNull(),
    endsAt: time('ends_at').notNull(),
    /** Begins no further month: another plan took its place, or its money went back. */
    closedAt: time('closed_at'),
  },
  (table) => [
    index('plan_periods_of_subscription').on(table.subscriptionId),
    check('plan_periods_sound', sql`${table.months} in (1, 12) and ${table.tokens} > 0 and ${table.endsAt} > ${table.startsAt}`),
  ],
)

/** The months of paid periods whose tokens have been granted. */
export const planGrants = pgTable(
  'plan_grants',
  {
    periodId: uuid('period_id')
      .notNull()
      .references(() => paidPeriods.id, { onDelete: 'cascade' }),
    /** From 0. */
    month: integer('month').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.periodId, table.month] })],
)

/** What was given for an invited person's first purchase: once a person, however many they make. */
export const referralRewards = pgTable(
  'referral_rewards',
  {
    invitedId: uuid('invited_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    inviterId: uuid('inviter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    inviterTokens: bigint('inviter_tokens', { mode: 'number' }).notNull(),
    invitedTokens: bigint('invited_tokens', { mode: 'number' }).notNull(),
    /** The purchase was refunded. */
    takenBackAt: time('taken_back_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('referral_rewards_of_inviter').on(table.inviterId),
    index('referral_rewards_of_payment').on(table.paymentId),
    check('referral_rewards_of_others', sql`${table.invitedId} <> ${table.inviterId}`),
  ],
)

/** What the test checkout remembers, as a payment provider would on its side. */
export const testPayments = pgTable('test_payments', {
  id: text('id').primaryKey(),
  orderId: uuid('order_id').notNull().unique(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  currency: currencyEnum('currency').notNull(),
  /** Null until the person has chosen. */
  outcome: testOutcomeEnum('outcome'),
  chosenAt: time('chosen_at'),
  createdAt: createdAt(),
})
