import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import type { Kind } from '#app/contract/base/values.ts'
import type { makeFilmSchema } from '#app/contract/films/films.ts'
import type { createChordSchema } from '#app/contract/runs/chords.ts'
import type { createComparisonSchema } from '#app/contract/runs/comparisons.ts'
import type { GenerationInput, OptionValues } from '#app/contract/runs/generations.ts'
import type { RunRequest, RunRequestStatus } from '#app/contract/runs/run-requests.ts'
import type { Asked, Turn } from '#app/contract/studio/turns.ts'
import type { createVoiceSchema } from '#app/contract/runs/voices.ts'
import { apiKeys } from './api-keys.ts'
import { createdAt, time } from './columns.ts'
import { kindEnum } from './enums.ts'
import { generations, type StoredRecipe } from './generations.ts'
import { users } from './users.ts'

/** A single run, as far as the call makes it. */
export type RequestedRun = {
  model: string
  prompt: string
  options: OptionValues
  inputs: GenerationInput[]
  parent_id?: string | undefined
  thread_id?: string | undefined
  /** The conversation of a program. */
  program?: { turns: Turn[]; asked: Asked } | undefined
  /** The recipe that was filled in. */
  recipe?: StoredRecipe | undefined
  /** The address that is called at the end; its secret is encrypted with the server's key. */
  webhook?: { url: string; secret: string } | undefined
}

type Agreed<Body> = Omit<Body, 'max_price'>

/** The call that asked with its body, from which allowing makes it again. A single run names no call. */
export type RequestedCall = { runs?: RequestedModel[] } & (
  | ({ call?: undefined } & RequestedRun)
  | { call: 'retry'; generation_id: string }
  | ({ call: 'chord' } & Agreed<v.InferOutput<typeof createChordSchema>>)
  | ({ call: 'comparison' } & Agreed<v.InferOutput<typeof createComparisonSchema>>)
  | ({ call: 'voice' } & Agreed<v.InferOutput<typeof createVoiceSchema>>)
  | ({ call: 'film'; film_id: string } & Agreed<v.InferOutput<typeof makeFilmSchema>>)
)

/** The limit that the call exceeds. Rows of single runs may lack its own price, which is that of the request. */
export type RequestedBudget = Omit<RunRequest['exceeded'], 'price'> & { price?: number }

/** A run that the call starts. */
export type RequestedModel = { type: Kind; model: string }

/**
 * Calls beyond the budget of a key, which wait for its owner. They are no runs: they hold no tokens and are in no list, queue or sum of
 * runs. Allowing one makes its call, with its id as idempotency key.
 */
export const runRequests = pgTable(
  'run_requests',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    apiKeyId: uuid('api_key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** An open request may have expired, or its key may have ended: `statusNow` says so. */
    status: text('status').$type<RunRequestStatus>().notNull().default('open'),
    type: kindEnum('type').notNull(),
    run: jsonb('run').$type<RequestedCall>().notNull(),
    /** By which a repeated call finds the request. */
    hash: text('hash').notNull(),
    /** The caller's idempotency key, under which a repeated call finds the run. */
    idempotencyKey: text('idempotency_key'),
    /** The price in whole tokens that the owner is asked to agree to. */
    price: bigint('price', { mode: 'number' }).notNull(),
    exceeded: jsonb('exceeded').$type<RequestedBudget>().notNull(),
    /** The run that a call of a single run has started. */
    generationId: uuid('generation_id').references(() => generations.id, { onDelete: 'set null' }),
    /** When the owner was notified by email, or did not have to be. */
    mailedAt: time('mailed_at'),
    answeredAt: time('answered_at'),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('run_requests_of_user').on(table.userId, table.id.desc()),
    index('run_requests_of_key').on(table.apiKeyId, table.hash),
    index('run_requests_open')
      .on(table.userId, table.expiresAt)
      .where(sql`${table.status} = 'open'`),
    index('run_requests_by_time').on(table.createdAt),
    index('run_requests_of_run')
      .on(table.generationId)
      .where(sql`${table.generationId} is not null`),
    uniqueIndex('run_requests_once')
      .on(table.apiKeyId, table.hash)
      .where(sql`${table.status} = 'open'`),
  ],
)
