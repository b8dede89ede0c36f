import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CallFailure } from '#app/contract/base/call-failures.ts'
import type { GivenTurn, CreateGeneration, Note, OptionValues, Source, Term } from '#app/contract/runs/generations.ts'
import type { PriceRule } from '#app/contract/runs/models.ts'
import type { PlaceValues } from '#app/contract/recipes/recipe-of-run.ts'
import type { HaltReason } from '#app/contract/studio/tools.ts'
import type { Asked, Replay, StoredTurn, ToolCall } from '#app/contract/studio/turns.ts'
import type { Transcript } from '#app/contract/runs/transcripts.ts'
import type { ServerText } from '../../i18n.ts'
import { apiKeys } from './api-keys.ts'
import { bytea, createdAt, time } from './columns.ts'
import { chords } from './chords.ts'
import { comparisons } from './comparisons.ts'
import { chordPartEnum, generationErrorEnum, generationStatusEnum, kindEnum } from './enums.ts'
import { users } from './users.ts'

type StoredUnderstanding = { used: ServerText[]; shown: ServerText[]; ignored: string[]; terms: Term[] }
/** `retryMs`: the pause that the service asked for, which is passed on to programs. */
export type StoredCallFailure = CallFailure & { retryMs?: number }
export type StoredRecipe = {
  id: string
  revision: number
  name: string
  values: PlaceValues
  /** The name of a built-in recipe, which is no row. */
  builtIn?: string
}
type StoredAdvice = Pick<Note, 'kind' | 'words'> & { instead: ServerText[] }

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
    /** The chord of which the run is a part. */
    chordId: uuid('chord_id').references(() => chords.id, { onDelete: 'set null' }),
    chordPart: chordPartEnum('chord_part'),
    /** The comparison to which the run belongs. */
    comparisonId: uuid('comparison_id').references(() => comparisons.id, { onDelete: 'set null' }),
    /** The time at which it is due (`set-due.ts`): those due earlier are served first. Null for a model that runs elsewhere. */
    due: integer('turn'),
    /**
     * The run does not start while this is set. It is the source of a run that the release before may start (`start-runs.ts`), otherwise the
     * run's own id; `generation_sources` says what it waits for.
     */
    waitsFor: uuid('waits_for'),
    /** The recipe from which it was made, and what was filled in. */
    recipe: jsonb('recipe').$type<StoredRecipe>(),
    /** Earlier turns, when the client stores the conversation; in rows of earlier versions. */
    context: jsonb('context').$type<GivenTurn[]>(),
    /** The turns that a program's run adds to those of its parent; null for a run whose prompt is its only turn. */
    said: jsonb('said').$type<StoredTurn[]>(),
    /** The tools, format and settings of a program, or the studio's tools; null in a program's run means those of its parent. */
    asked: jsonb('asked').$type<Asked>(),
    /** The calls of tools in the answer. */
    calls: jsonb('calls').$type<ToolCall[]>(),
    /** The answer in the parts of its service. */
    replay: jsonb('replay').$type<Replay>(),
    /** Whether it started without a press of the person: then it counts against the allowance of its conversation. */
    unattended: boolean('unattended').notNull().default(false),
    /** For a step: the id of the run that goes on, given when the last call has ended. */
    nextId: uuid('next_id'),
    /** For a step: why no run goes on. */
    halted: text('halted').$type<HaltReason>(),
    /** For a run that a call of a tool has made: the answer with the call. The run has the id of the call, and no conversation. */
    stepId: uuid('step_id'),
    /** SHA-256 of the conversation: up to the question, and once it is answered, with the answer. */
    head: bytea('head'),
    /** The API key of the request; null for a request by the person. */
    apiKeyId: uuid('api_key_id').references(() => apiKeys.id, { onDelete: 'set null' }),
    status: generationStatusEnum('status').notNull(),
    progress: real('progress'),
    text: text('text'),
    /** Whether the answer has images. */
    pictured: boolean('pictured').notNull().default(false),
    /** Whether it is a take of a picture, a video, a line or the music of a film, which no list of works shows. A trigger on `film_takes` sets it. */
    take: boolean('take').notNull().default(false),
    /** Whether the text was cut off at its maximum length. */
    cut: boolean('cut').notNull().default(false),
    /** The times and speakers of a transcript, whose words are the text. */
    transcript: jsonb('transcript').$type<Omit<Transcript, 'text'>>(),
    /** The model's reasoning before its answer. */
    thinking: text('thinking'),
    /** The start of the reasoning that is being written; null while none is. */
    thinkingStartedAt: time('thinking_started_at'),
    /** Milliseconds of finished reasoning. */
    thinkingMs: integer('thinking_ms'),
    /** Pages that the model found for its answer; null for a run without a search. */
    sources: jsonb('sources').$type<Source[]>(),
    errorCode: generationErrorEnum('error_code'),
    /** The option that the service did not accept, for `invalid_input`. */
    errorOption: text('error_option'),
    /** The most model tokens that the model reads, for `too_long`; null if its service does not state it. */
    errorLimit: integer('error_limit'),
    /** The HTTP status of the service's answer to the last attempt that failed; null if there was no answer. Shown to operators only. */
    serviceStatus: smallint('service_status'),
    /** How far the last attempt's call came that failed, and its time; null if no call failed. Shown to operators only. */
    callFailure: jsonb('call_failure').$type<StoredCallFailure>(),
    /** The model's reading of the prompt at the creation of the run; null for a model that takes prompts literally. */
    understanding: jsonb('understanding').$type<StoredUnderstanding>(),
    /** The advice shown before the run. */
    advice: jsonb('advice').$type<StoredAdvice>(),
    /** Whether this is one of the day's free runs, because the model cannot do what the prompt asks. */
    free: boolean('free').notNull().default(false),
    /** The highest price in whole tokens. */
    price: bigint('price', { mode: 'number' }).notNull(),
    /** The same price, not rounded up, in milli-tokens. */
    priceMilli: bigint('price_milli', { mode: 'number' }).notNull(),
    /** The model's price rule at the time of submission, by which the run is charged; null in rows of earlier versions. */
    priceRule: jsonb('price_rule').$type<PriceRule>(),
    /** The version of the model's definition at the time of submission; null without one. */
    modelVersion: uuid('model_version'),
    /** Whether this tests a draft; then it does not count in the model's measured times and in statistics. */
    trial: boolean('trial').notNull().default(false),
    /** The price factor of the person's group at the time of submission, which the rule contains; it applies to a fallback too. */
    priceFactor: doublePrecision('price_factor').notNull().default(1),
    /** Whole tokens taken from the balance; fewer than the cost, rounded up, where the rest has paid. */
    charged: bigint('charged', { mode: 'number' }),
    /** The exact cost in milli-tokens. */
    chargedMilli: bigint('charged_milli', { mode: 'number' }),
    /** The operator's cost in millionths of a dollar; null if it is not known. */
    costMicros: bigint('cost_micros', { mode: 'number' }),
    /** The cost in milli-tokens if the run were stopped now; written together with the text. */
    accruedMilli: bigint('accrued_milli', { mode: 'number' }).notNull().default(0),
    /** Usage reported by the service. */
    usage: jsonb('usage').$type<Record<string, number>>(),
    favorite: boolean('favorite').notNull().default(false),
    title: text('title'),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the request with this idempotency key. */
    idempotencyHash: text('idempotency_hash'),
    /** The provider's id of the work, so that a restart resumes it. */
    operation: jsonb('operation'),
    /** The time just before a media service was called; from then on, only the service can stop the run. */
    handedOverAt: time('handed_over_at'),
    /** The time at which a cancel was requested after the hand-over. */
    cancelRequestedAt: time('cancel_requested_at'),
    /** End of the lease of API clients that read the run and may return with its idempotency key. */
    readUntil: time('read_until'),
    attempts: integer('attempts').notNull().default(0),
    /** The attempts among them that ended with their worker, for which the run may not be to blame. */
    interruptions: integer('interruptions').notNull().default(0),
    /** The worker that holds the run, and the end of its lease. */
    leaseOwner: uuid('lease_owner'),
    leaseUntil: time('lease_until'),
    createdAt: createdAt(),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    updatedAt: time('updated_at').notNull().defaultNow(),
    /** The time it was moved to the trash. */
    deletedAt: time('deleted_at'),
    /** Time at which files and texts were deleted; the row stays because the ledger references it. */
    purgedAt: time('purged_at'),
  },
  (table) => [
    index('generations_of_user')
      .on(table.userId, table.id.desc())
      .where(sql`${table.deletedAt} is null`),
    index('generations_of_user_by_type')
      .on(table.userId, table.type, table.id.desc())
      .where(sql`${table.deletedAt} is null`),
    // Lists of works read these, so that thousands of takes cost them nothing.
    index('generations_works')
      .on(table.userId, table.id.desc())
      .where(sql`${table.deletedAt} is null and not ${table.take}`),
    index('generations_works_by_type')
      .on(table.userId, table.type, table.id.desc())
      .where(sql`${table.deletedAt} is null and not ${table.take}`),
    index('generations_favorites')
      .on(table.userId, table.id.desc())
      .where(sql`${table.favorite} and ${table.deletedAt} is null and not ${table.take}`),
    index('generations_pictured')
      .on(table.userId, table.id.desc())
      .where(sql`${table.pictured} and ${table.deletedAt} is null`),
    index('generations_of_thread')
      .on(table.threadId, table.id)
      .where(sql`${table.threadId} is not null`),
    index('generations_by_head')
      .on(table.userId, table.head)
      .where(sql`${table.head} is not null and ${table.deletedAt} is null`),
    index('generations_of_chord')
      .on(table.chordId, table.id)
      .where(sql`${table.chordId} is not null`),
    index('generations_of_comparison')
      .on(table.comparisonId, table.id)
      .where(sql`${table.comparisonId} is not null`),
    index('generations_of_step')
      .on(table.stepId)
      .where(sql`${table.stepId} is not null`),
    index('generations_waiting')
      .on(table.waitsFor)
      .where(sql`${table.waitsFor} is not null`),
    index('generations_of_key')
      .on(table.apiKeyId, table.createdAt)
      .where(sql`${table.apiKeyId} is not null`),
    index('generations_in_trash')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null and ${table.purgedAt} is null`),
    index('generations_to_retire')
      .on(table.finishedAt)
      .where(sql`${table.deletedAt} is null and not ${table.favorite} and ${table.type} <> 'text'`),
    index('generations_unfinished')
      .on(table.status, table.leaseUntil)
      .where(sql`${table.status} in ('queued', 'running')`),
    index('generations_active')
      .on(table.userId, table.id.desc())
      .where(sql`${table.status} in ('queued', 'running') and ${table.deletedAt} is null`),
    index('generations_queued')
      .on(table.userId)
      .where(sql`${table.status} = 'queued'`),
    index('generations_changed').on(table.userId, table.updatedAt),
    index('generations_free')
      .on(table.userId, table.createdAt)
      .where(sql`${table.free}`),
    index('generations_of_user_in_trash')
      .on(table.userId, table.id.desc())
      .where(sql`${table.deletedAt} is not null`),
    index('generations_of_model').on(table.model, table.id.desc()),
    index('generations_with_error')
      .on(table.errorCode, table.id.desc())
      .where(sql`${table.errorCode} is not null`),
    // A few pages for millions of rows, because runs are stored in the order in which they end.
    index('generations_by_end').using('brin', table.finishedAt).with({ autosummarize: true }),
    index('generations_by_start').using('brin', table.createdAt).with({ autosummarize: true }),
    // Operators sort runs by these figures; `core/operation/operators/runs.ts` has the same expressions.
    index('generations_by_tokens').on(sql`coalesce(${table.charged}, ${table.price})`, table.id),
    index('generations_by_duration').on(
      sql`coalesce((extract(epoch from (${table.finishedAt} - ${table.startedAt})) * 1000)::bigint, -1)`,
      table.id,
    ),
    uniqueIndex('generations_idempotency')
      .on(table.userId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    check(
      'generations_price',
      sql`${table.priceMilli} >= 0 and ${table.price} = ceil(${table.priceMilli} / 1000.0) and (${table.charged} is null or ${table.charged} between 0 and ${table.price})`,
    ),
    check(
      'generations_charged',
      sql`(${table.charged} is null) = (${table.chargedMilli} is null) and (${table.chargedMilli} is null or ${table.chargedMilli} between 0 and ${table.priceMilli})`,
    ),
  ],
)
