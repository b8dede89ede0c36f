import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { kinds } from '#app/contract/common.ts'
import type { ApiKeyScope } from '#app/contract/api-keys.ts'
import { generationErrorCodes } from '#app/contract/errors.ts'
import { type BroughtTurn, type CreateGeneration, generationStatuses, type OptionValues } from '#app/contract/generations.ts'
import type { Draft } from '#app/contract/studio.ts'
import { entryKinds, lotSources } from '#app/contract/tokens.ts'
import { locales } from '#config'

/**
 * One schema for PGlite and PostgreSQL ≥ 15. Ids are UUIDv7 made by the application, so that ordering by id is ordering by
 * time and every list can be paged by its key. Tokens are whole numbers.
 */

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
const createdAt = () => time('created_at').notNull().defaultNow()

export const localeEnum = pgEnum('locale', locales)
export const kindEnum = pgEnum('kind', kinds)
export const generationStatusEnum = pgEnum('generation_status', generationStatuses)
export const generationErrorEnum = pgEnum('generation_error', generationErrorCodes)
export const lotSourceEnum = pgEnum('lot_source', lotSources)
export const entryKindEnum = pgEnum('entry_kind', entryKinds)

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** Trimmed and lower-cased before it gets here. */
    email: text('email').notNull().unique(),
    name: text('name'),
    passwordHash: text('password_hash'),
    locale: localeEnum('locale').notNull(),
    referralCode: text('referral_code').notNull().unique(),
    referredBy: uuid('referred_by').references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    emailVerifiedAt: time('email_verified_at'),
    termsAcceptedAt: time('terms_accepted_at').notNull(),
    /** The account goes at this time, unless its owner comes back before. */
    deleteAfter: time('delete_after'),
    /** Everything of the person is gone; the row stays because the ledger points at it. */
    erasedAt: time('erased_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('users_referred_by').on(table.referredBy),
    index('users_to_erase')
      .on(table.deleteAfter)
      .where(sql`${table.deleteAfter} is not null and ${table.erasedAt} is null`),
  ],
)

/** A sign-in on one device: the family that all its refresh tokens belong to. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent'),
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
  },
  (table) => [check('token_accounts_not_negative', sql`${table.available} >= 0 and ${table.held} >= 0`)],
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
    /** What the service says it has used. */
    usage: jsonb('usage').$type<Record<string, number>>(),
    favorite: boolean('favorite').notNull().default(false),
    title: text('title'),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the request that the key came with. */
    idempotencyHash: text('idempotency_hash'),
    /** What the provider called the work, so that a restart asks for it instead of starting it again. */
    operation: jsonb('operation'),
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

/** Append-only. `grant` and `release` raise what is available, `hold` and `expire` lower it; `hold` raises what is held, `settle` and `release` lower it. */
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
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('token_entries_once').on(table.generationId, table.kind),
    index('token_entries_of_user').on(table.userId, table.id.desc()),
    check('token_entries_not_negative', sql`${table.amount} >= 0`),
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
