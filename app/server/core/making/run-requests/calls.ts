import { and, desc, eq, ne } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Kind } from '#app/contract/base/values.ts'
import type { RunWebhook } from '#app/contract/account/webhook-address.ts'
import type { makeFilmSchema } from '#app/contract/films/films.ts'
import type { createChordSchema } from '#app/contract/runs/chords.ts'
import type { createComparisonSchema } from '#app/contract/runs/comparisons.ts'
import type { createVoiceSchema } from '#app/contract/runs/voices.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { RequestedCall, RequestedModel } from '#app/server/db/schema/run-requests.ts'
import { voices } from '#app/server/db/schema/voices.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { config } from '#config'
import { prepareParts } from '../chords/prepare-parts.ts'
import { type ChordRow, createChord, findChordOfKey } from '../chords/create-chord.ts'
import { type ComparisonRow, createComparison, findComparisonOfKey } from '../comparisons/create-comparison.ts'
import { prepareComparison } from '../comparisons/prepare-comparison.ts'
import { findMakeOfKey, makeFilm } from '../films/make-film.ts'
import { findWithTakes } from '../films/own-film.ts'
import { planMake } from '../films/plan-make.ts'
import { titleOfFilm } from '../films/prepare-part.ts'
import { createGeneration, type CreateGenerationOptions, type PreparedRun } from '../generations/create-generation.ts'
import { findGeneration } from '../generations/find-generation.ts'
import { retryGeneration } from '../generations/retry-generation.ts'
import { priceOfRuns } from '../generations/several-runs.ts'
import type { GenerationRow } from '../generations/to-generation.ts'
import { createVoice, type NameCheck } from '../voices/create-voice.ts'
import type { VoiceRow } from '../voices/to-voice.ts'
import type { RunRequestRow } from './request-state.ts'

export type CallParts = {
  db: Database
  queue: Queue
  providers: Providers
  /** See `CreateGenerationOptions`. */
  starts?: CreateGenerationOptions['starts']
  userId: string
  apiKeyId: string | null
}

export type StartOptions = {
  idempotencyKey?: string | undefined
  /** The owner has allowed the call at this price. */
  allowed?: { maxPrice: number } | undefined
  /** Called in the transaction that starts it. */
  onStarted?: ((tx: Transaction, started: { generationId: string | null }) => Promise<void>) | undefined
}

/** The call as its owner is shown it. */
export type Described = {
  type: Kind
  runs: RequestedModel[]
  prompt: string
  /** The price, where that of the limit is not the whole. */
  price?: number
}

/** A call of an API key that its owner can allow: the one way in which calls are asked for and made again. */
export type AskableCall<Row> = {
  /** The form that a request stores, from which `callOf` makes the call again. */
  stored: RequestedCall
  webhook?: RunWebhook | undefined
  start(options: StartOptions): Promise<Row>
  /** Describes the call to the owner; undefined if nobody is asked about it. */
  describe(): Promise<Described | undefined>
  /** Finds what the request has started. */
  find(request: Started): Promise<Row | undefined>
}

type Started = Pick<RunRequestRow, 'id' | 'userId' | 'generationId'>

/** Headers contain no spaces, so no caller can take the key of a request. */
export const keyOf = (id: string) => `run-request ${id}`

type RunOptions = Pick<CreateGenerationOptions, 'input' | 'program' | 'recipe' | 'hash' | 'onCreated'> & {
  webhook?: RunWebhook | undefined
}

export function runCall(
  { db, ...parts }: CallParts,
  { input, program, recipe, hash, webhook, onCreated }: RunOptions,
): AskableCall<GenerationRow> {
  const { model, prompt, options, inputs, parent_id, thread_id } = input
  return {
    stored: {
      model,
      prompt,
      options,
      inputs,
      parent_id,
      thread_id,
      ...(program && { program: { turns: program.turns, asked: program.asked } }),
      ...(recipe && { recipe }),
    },
    webhook,
    start: ({ onStarted, ...options }) =>
      createGeneration(db, {
        ...parts,
        input,
        program,
        recipe,
        hash,
        ...options,
        async onCreated(tx, row) {
          await onCreated?.(tx, row)
          await onStarted?.(tx, { generationId: row.id })
        },
      }),
    async describe() {
      // Of a run that is not to be stored nothing may be.
      return program?.asked.noted?.store === false ? undefined : describeRun(parts.providers, model, prompt)
    },
    find: (request) => findRun(db, request),
  }
}

export function retryCall({ db, ...parts }: CallParts, id: string, maxPrice?: number): AskableCall<GenerationRow> {
  return {
    stored: { call: 'retry', generation_id: id },
    start: ({ onStarted, ...options }) =>
      retryGeneration(db, {
        ...parts,
        id,
        maxPrice,
        ...options,
        onCreated: onStarted && ((tx, row) => onStarted(tx, { generationId: row.id })),
      }),
    async describe() {
      const { model, prompt } = await findGeneration(db, { userId: parts.userId, id })
      return describeRun(parts.providers, model, prompt)
    },
    find: (request) => findRun(db, request),
  }
}

export function chordCall({ db, ...parts }: CallParts, input: v.InferOutput<typeof createChordSchema>): AskableCall<ChordRow> {
  const { max_price: _maxPrice, ...body } = input
  return {
    stored: { call: 'chord', ...body },
    start: (options) => createChord(db, { ...parts, input, ...severalRuns(options) }),
    describe: async () => describeRuns(await prepareParts(db, { ...parts, ...body }), body.prompt),
    find: ({ userId, id }) => findChordOfKey(db, { userId, idempotencyKey: keyOf(id) }),
  }
}

export function comparisonCall(
  { db, ...parts }: CallParts,
  input: v.InferOutput<typeof createComparisonSchema>,
): AskableCall<ComparisonRow> {
  const { max_price: _maxPrice, ...body } = input
  return {
    stored: { call: 'comparison', ...body },
    start: (options) => createComparison(db, { ...parts, input, ...severalRuns(options) }),
    describe: async () => describeRuns(await prepareComparison(db, { ...parts, ...body }), body.prompt),
    find: ({ userId, id }) => findComparisonOfKey(db, { userId, idempotencyKey: keyOf(id) }),
  }
}

export function voiceCall(
  { db, check, ...parts }: CallParts & { check: NameCheck },
  input: v.InferOutput<typeof createVoiceSchema>,
): AskableCall<VoiceRow> {
  const { max_price: _maxPrice, ...body } = input
  return {
    stored: { call: 'voice', ...body },
    start: (options) => createVoice(db, { ...parts, ...check, input, ...severalRuns(options) }),
    describe: async () => ({ type: 'audio', runs: [], prompt: body.name, price: config.voices.price }),
    find: ({ userId }) => findVoiceOf(db, { userId, service: body.service, uploadId: body.upload_id }),
  }
}

export function filmCall(
  { db, ...parts }: CallParts,
  { id, input }: { id: string; input: v.InferOutput<typeof makeFilmSchema> },
): AskableCall<{ id: string }> {
  const { max_price: _maxPrice, ...body } = input
  const own = { userId: parts.userId, id }
  return {
    stored: { call: 'film', film_id: id, ...body },
    start: (options) => makeFilm(db, { ...parts, id, input, ...severalRuns(options) }),
    async describe() {
      const film = await findWithTakes(db, own)
      const plan = await planMake(db, { ...parts, film, wanted: body })
      return describeRuns(
        plan.parts.flatMap(({ run }) => run ?? []),
        titleOfFilm(film.document),
      )
    },
    find: ({ userId, id: request }) => findMakeOfKey(db, { userId, idempotencyKey: keyOf(request) }),
  }
}

export type AgainParts = CallParts & { check: NameCheck; onCreated?: CreateGenerationOptions['onCreated'] }

/** Makes the call of a request again. */
export function callOf({ onCreated, ...parts }: AgainParts, run: RequestedCall): AskableCall<unknown> {
  const { runs: _runs, ...stored } = run
  switch (stored.call) {
    case 'retry':
      return retryCall(parts, stored.generation_id)
    case 'chord':
      return chordCall(parts, stored)
    case 'comparison':
      return comparisonCall(parts, stored)
    case 'voice':
      return voiceCall(parts, stored)
    case 'film': {
      const { film_id: id, call: _call, ...input } = stored
      return filmCall(parts, { id, input })
    }
    case undefined: {
      const { program, recipe, webhook: _webhook, ...input } = stored
      return runCall(parts, { input, program, recipe, onCreated })
    }
  }
}

const severalRuns = ({ idempotencyKey, allowed, onStarted }: StartOptions) => ({
  idempotencyKey,
  allowed,
  onCreated: onStarted && ((tx: Transaction) => onStarted(tx, { generationId: null })),
})

async function describeRun(providers: Providers, id: string, prompt: string): Promise<Described | undefined> {
  const model = await providers.find(id)
  // Vectors are answered at once, to the program that waits for them, and cost fractions of a token.
  if (!model || model.task === 'embed') return undefined
  return { type: model.type, runs: [{ type: model.type, model: model.id }], prompt }
}

function describeRuns(runs: readonly PreparedRun[], prompt: string): Described | undefined {
  const models = runs.map(({ model: { type, id } }) => ({ type, model: id }))
  return models[0] && { type: models[0].type, runs: models, prompt, price: priceOfRuns(runs) }
}

async function findRun(db: Database, { generationId }: Started): Promise<GenerationRow | undefined> {
  if (generationId === null) return undefined
  const [found] = await db.select().from(generations).where(eq(generations.id, generationId))
  return found
}

type VoiceOf = { userId: string; service: string; uploadId: string }

/** A recording becomes one voice of a service, also if several calls ask for it. */
export async function findVoiceOf(db: Database, { userId, service, uploadId }: VoiceOf): Promise<VoiceRow | undefined> {
  const [found] = await db
    .select()
    .from(voices)
    .where(and(eq(voices.userId, userId), eq(voices.service, service), eq(voices.uploadId, uploadId), ne(voices.status, 'deleting')))
    .orderBy(desc(voices.createdAt))
    .limit(1)
  return found
}
