import { and, eq, isNull } from 'drizzle-orm'
import type * as v from 'valibot'
import { v7 as uuidv7 } from 'uuid'
import type { ChordPart, createGenerationSchema, quoteSchema } from '#app/contract/runs/generations.ts'
import { type Asked, heardTurns, turnsOf } from '#app/contract/studio/turns.ts'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { embeddings } from '#app/server/db/schema/embeddings.ts'
import { generations, type StoredRecipe } from '#app/server/db/schema/generations.ts'
import { type Advice, type PlannedRun, type ProviderModel, versionOf } from '#app/server/providers/provider.ts'
import { noPrice } from '#app/server/providers/connected/no-price.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { expectedSeconds } from '../models/expected-seconds.ts'
import { failingModels } from '../models/model-health.ts'
import { priceOf } from '../models/price.ts'
import { pricedRun } from '../models/priced-run.ts'
import { advisePrompt, understandPrompt } from '../models/understand-prompt.ts'
import { requireStorage } from '../files/require-storage.ts'
import { type Offer, readEntitlement } from '../../rules/groups/entitlement.ts'
import { mayUse, offeredModel } from '../../rules/groups/offer.ts'
import { requireOpenFor } from '../../rules/maintenance/require-open.ts'
import { Problem } from '../../problem.ts'
import { hashOf } from '../../request-hash.ts'
import { requireAllowedWords } from '../../rules/safety/rules.ts'
import { checkOptionsOf } from '../voices/own-voice-option.ts'
import { requireFreeRun } from '../../money/tokens/free-runs.ts'
import { requireModelOfKey } from '../../money/tokens/key-limits.ts'
import { holdTokens } from '../../money/tokens/hold-tokens.ts'
import { readSpendingTerms } from '../../money/tokens/spending-terms.ts'
import { type AccountBalance, lockAccount } from '../../money/tokens/lock-account.ts'
import { type Attached, readAttached } from './attached.ts'
import { checkInputs } from './check-inputs.ts'
import { findEarlier } from './find-earlier.ts'
import { jobOf } from './job-name.ts'
import { joinThread, openThread } from './open-thread.ts'
import { type Continued, continueProgram, headOf, replayedOf, type SentProgram, storedOf, textsOf } from './program-turns.ts'
import { publishGenerations } from './publish.ts'
import { attachFiles, readHistory } from './read-history.ts'
import type { RunStarts } from './run-starts.ts'
import { claimedBy, mayStartAtOnce } from './start-at-once.ts'
import type { GenerationRow } from './to-generation.ts'
import { readStudioAsked, readStudioTurns, requireCommand, type StudioStep } from './studio-turns.ts'
import { enterThread } from './enter-thread.ts'
import { setDue } from './set-due.ts'
import { readAdmission, requireWaitingRoom } from './waiting-limit.ts'

type Input = v.InferOutput<typeof createGenerationSchema>

export type CreateGenerationOptions = {
  queue: Queue
  providers: Providers
  /** Starts the run at once if nothing waits before it; without it, and for work of this machine, the run waits for its job. */
  starts?: Pick<RunStarts, 'reserve'> | undefined
  userId: string
  /** The API key of the caller, if any. */
  apiKeyId?: string | null
  input: Input
  /** The conversation of a program and what it asks, for a model that `can`; it replaces prompt and inputs of `input`. */
  program?: SentProgram | undefined
  /** A step that goes on after calls of the studio's tools; it has no prompt. */
  step?: StudioStep | undefined
  /** The chord and the part of it that the run makes again. */
  chord?: { id: string; part: ChordPart } | undefined
  /** The comparison to which the run belongs. */
  comparisonId?: string | null
  /** The title of the film that the run makes. */
  film?: { title: string } | undefined
  /** The version of a draft that the operator tests, free of charge. */
  trial?: string
  /** The owner has allowed this run of the key at this price, whatever the tokens of its budget and its own `max_price`. */
  allowed?: { maxPrice: number } | undefined
  /** The recipe that was filled in. */
  recipe?: StoredRecipe | undefined
  /** A second request with the same key returns the first one's generation. */
  idempotencyKey?: string | undefined
  /** The hash of the request, if its `input` was made from something else. */
  hash?: string | undefined
  /** Called in the transaction that writes the run. */
  onCreated?: ((tx: Transaction, row: GenerationRow) => Promise<void>) | undefined
}

/** Queues a run: row, hold and job are written in one transaction. */
export async function createGeneration(
  db: Database,
  {
    queue,
    providers,
    starts,
    userId,
    apiKeyId = null,
    input,
    program,
    step,
    chord,
    comparisonId = null,
    film,
    trial,
    allowed,
    recipe,
    idempotencyKey,
    hash: given,
    onCreated,
  }: CreateGenerationOptions,
): Promise<GenerationRow> {
  const hash = idempotencyKey === undefined ? null : (given ?? hashOfRun(input, program))
  // A repeated request succeeds even if the model has been removed or paused since.
  const earlier = idempotencyKey !== undefined && (await findEarlier(db, { userId, idempotencyKey, hash }))
  if (earlier) return earlier
  const continued = program && (await continueProgram(db, { userId, ...program }))
  const prepared = await prepareRun(db, { providers, userId, input, program, continued, step, trial, recipe, ...(film && { film: true }) })
  const { model, options, priceMilli } = prepared
  if (input.prompt === '' && !program && !step && model.prompt.maxLength > 0)
    throw new Problem('invalid_input', { fields: { prompt: 'prompt_empty' } })
  const isHealthy = await requireAvailable(db, providers, model)
  const stored = continued && (model.task === 'embed' ? textsOf(continued.turns) : storedOf(continued.turns))
  const parent = continued?.parent ?? null
  const values = {
    id: step?.id ?? uuidv7(),
    userId,
    type: model.type,
    model: model.id,
    prompt: stored?.prompt ?? film?.title ?? input.prompt,
    options,
    inputs: stored?.inputs ?? input.inputs,
    parentId: (program ? parent?.id : input.parent_id) ?? null,
    threadId: parent ? (parent.threadId ?? parent.id) : (input.thread_id ?? null),
    chordId: chord?.id ?? null,
    chordPart: chord?.part ?? null,
    comparisonId,
    recipe: recipe ?? null,
    said: step?.said ?? stored?.said ?? null,
    asked: (continued ? continued.asked : prepared.asked) ?? null,
    head: continued?.head ?? null,
    apiKeyId,
    status: 'queued',
    ...(await readingOf(providers, prepared)),
    price: wholeTokens(priceMilli),
    priceMilli,
    priceRule: model.price,
    modelVersion: versionOf(model),
    trial: trial !== undefined,
    priceFactor: prepared.priceFactor,
    idempotencyKey: idempotencyKey ?? null,
    idempotencyHash: hash,
  } as const

  await using place = isHealthy && trial === undefined ? await starts?.reserve(model) : undefined
  // The list is read before the transaction: it may need the embedded database's only connection.
  const all = place ? await providers.models() : []
  const isOfService = (name: string) => all.some(({ id, provider }) => id === name && provider === model.provider)
  // Awaited, because the place is given back at the end of this function.
  return await db.transaction(
    async (tx) => {
      const startsNow = place && (await mayStartAtOnce(tx, { userId, isOfService })) ? place : undefined
      if (values.threadId) await enterThread(tx, { userId, id: values.threadId, after: step?.goesOn ? undefined : input.parent_id })
      const admitted = await step?.admit(tx, priceMilli)
      if (admitted && 'made' in admitted) return admitted.made
      if (parent && !parent.threadId) await joinThread(tx, parent.id)
      // Before the rows that reference the person. It also orders requests with the same idempotency key: a browser that repeats a submit
      // after a lost answer, or two tabs. The second waits here, then reads the first one's run and returns it. The unique index alone would
      // refuse the second with an error, after it had waited for the first insert with locks of its own, which is how deadlocks begin.
      const account = await lockAccount(tx, userId)
      const first = idempotencyKey !== undefined && (await findEarlier(tx, { userId, idempotencyKey, hash }))
      if (first) return first
      if (input.parent_id) await requireParent(tx, userId, { id: input.parent_id, threadId: input.thread_id })
      if (values.threadId) await openThread(tx, { userId, id: values.threadId, tools: input.tools })
      const row = { ...values, unattended: admitted?.unattended ?? false, ...(startsNow && claimedBy(startsNow.workerId)) }
      const [created] = await tx.insert(generations).values(row).returning()
      if (!created) throw new Error('a run was not inserted')
      if (model.task === 'embed') await tx.insert(embeddings).values({ generationId: created.id })
      await checkInputs(tx, { userId, model, inputs: created.inputs, options: prepared.options })
      const runs = [{ model, row: created, seconds: prepared.seconds }]
      const maxPrice = allowed ? allowed.maxPrice : input.max_price
      await holdAndQueue(tx, { queue, providers, userId, apiKeyId, account, runs, maxPrice, isAllowed: allowed !== undefined })
      await onCreated?.(tx, created)
      if (startsNow) tx.afterCommit(() => startsNow.begin(created))
      return created
    },
    { isFrequent: true },
  )
}

const hashOfRun = (input: Input, program: SentProgram | undefined): string =>
  hashOf({ ...input, ...(program && { said: Buffer.from(headOf(program.turns)).toString('base64'), asked: program.asked }) })

export type NewRun = {
  model: ProviderModel
  row: GenerationRow
  /** The expected time of the run. */
  seconds: number
  /** Texts that the model reads beside those of the row. */
  texts?: readonly string[] | undefined
}

export type HoldAndQueueOptions = {
  queue: Queue
  providers: Providers
  userId: string
  apiKeyId: string | null
  /** The balance of the account, which the transaction has locked. */
  account: AccountBalance
  runs: readonly NewRun[]
  /** Highest price of all runs that the caller agreed to. */
  maxPrice?: number | undefined
  /** Whether the owner of the key has allowed the run beyond its tokens. */
  isAllowed?: boolean
}

/**
 * Holds the prices of new rows and enqueues their jobs, in a number of statements that does not grow with them. A run that waits for
 * others gets its job when they end.
 */
export async function holdAndQueue(
  tx: Transaction,
  { queue, providers, userId, apiKeyId, account, runs, maxPrice, isAllowed = false }: HoldAndQueueOptions,
): Promise<void> {
  const admission = await readAdmission(tx, userId)
  requireOpenFor(admission)
  await requireAllowedWords(
    tx,
    runs.flatMap(({ row, texts = [] }) => [...textsOfRun(row), ...texts]),
  )
  requireWaitingRoom(admission)
  // Under the lock of the account, so that of a run and an end or a change of the key one sees the other.
  const terms = await readSpendingTerms(tx, { userId, apiKeyId })
  if (terms.key) for (const { model } of runs) requireModelOfKey(terms.key, model)
  // Conversations go on without room, because their answers are no files.
  if (runs.some(({ model }) => model.type !== 'text')) await requireStorage(tx, { userId, bytes: 1 })
  if (runs.some(({ row }) => row.free)) await requireFreeRun(tx, userId)
  const holds = runs.map(({ model, row }) => ({
    generationId: row.id,
    priceMilli: row.priceMilli,
    unbilled: providers.isUnbilled(model) || model.trial === true,
  }))
  await holdTokens(tx, { userId, apiKeyId, account, terms, holds, maxAmount: maxPrice, isAllowed })
  const local = runs.filter(({ model }) => !providers.isRemote(model))
  const due = await setDue(
    tx,
    userId,
    local.map(({ row, seconds }) => ({ id: row.id, seconds })),
  )
  // A run that was written with its claim needs no job: if its worker dies, it is recovered by its lease.
  const ready = runs.filter(({ row }) => row.waitsFor === null && row.status === 'queued')
  for (const [job, own] of Map.groupBy(ready, ({ model }) => jobOf(providers, model)))
    await queue.enqueueAll(
      tx,
      job,
      own.map(({ row }) => ({ data: { generation_id: row.id }, due: due.get(row.id) ?? null })),
    )
  await publishGenerations(
    tx,
    runs.map(({ row }) => ({ userId, generationId: row.id, status: row.status })),
  )
}

/** Everything in a request that a model reads. */
function textsOfRun(row: GenerationRow): unknown[] {
  const said = (turnsOf(row) ?? []).map(({ text }) => text)
  return [row.prompt, ...Object.values(row.options), ...said, row.asked?.instructions ?? '']
}

export type PrepareRunOptions = {
  providers: Providers
  userId: string
  input: v.InferOutput<typeof quoteSchema>
  program?: SentProgram | undefined
  /** The turns that the program adds, and the run that it continues. */
  continued?: Continued | undefined
  /** Read already, for the parts of a chord. */
  entitlement?: Offer
  /** The version of a draft that is tested free of charge. */
  trial?: string | undefined
  step?: Pick<StudioStep, 'said' | 'asked'> | undefined
  /** Set for the run that makes a film. */
  film?: true
  /** The recipe that is filled in. */
  recipe?: Pick<StoredRecipe, 'id'> | undefined
  /** Files of somebody else's recipe, which are copied to the person when the run is created. */
  lent?: readonly Attached[] | undefined
}

export type PreparedRun = {
  /** The model at the person's price. */
  model: ProviderModel
  /** The factor that the price contains. */
  priceFactor: number
  options: Input['options']
  run: PlannedRun
  advice: Advice | null
  /** The highest price in milli-tokens. */
  priceMilli: number
  /** The expected time of the run. */
  seconds: number
  /** The studio's tools that are sent with it. */
  asked?: Asked | undefined
}

/** Returns the reading of the prompt and the advice in the form stored with the run. */
export async function readingOf(providers: Providers, { run, advice }: Pick<PreparedRun, 'run' | 'advice'>) {
  return {
    understanding: await understandPrompt(providers, run),
    advice: advice && { kind: advice.kind, words: advice.words, instead: advice.instead },
    free: advice?.free ?? false,
  }
}

/** Resolves the model at the person's price, its complete options, the advice on the prompt and the price. Quote and hold both use this. */
export async function prepareRun(
  db: Database,
  { providers, userId, input, program, continued, step, entitlement: known, trial, recipe, film, lent = [] }: PrepareRunOptions,
): Promise<PreparedRun> {
  const entitlement = known ?? (await readEntitlement(db, userId))
  const found = await providers.find(input.model, trial)
  if (!found) throw new Problem('invalid_input', { fields: { model: 'model_unknown' } })
  if (found.retired && found.unavailable) throw new Problem('model_unavailable', { reason: found.unavailable })
  // Only programs have a use for vectors.
  if (found.task === 'embed' && !program) throw new Problem('invalid_input', { fields: { model: 'model_of_another_kind' } })
  // Only a film's document says what to make.
  if (found.task === 'assemble_film' && !film) throw new Problem('invalid_input', { fields: { model: 'model_of_another_kind' } })
  requireCommand(entitlement, { model: found, input, recipe })
  const priceFactor = trial === undefined ? entitlement.priceFactor : 1
  const model = trial === undefined ? offeredModel(entitlement, found) : atNoCharge(found)
  // A model that takes conversations is limited by its context, not by the field of a form.
  if (!program && input.prompt.length > model.prompt.maxLength)
    throw new Problem('invalid_input', { fields: { prompt: 'prompt_too_long' } })
  const whole = await checkOptionsOf(db, { userId, model, options: input.options })
  const options = program ? optionsOfProgram(whole, input.options) : whole
  const asked = program?.asked ?? step?.asked ?? (await readStudioAsked(db, { userId, model, offer: entitlement, input }))
  const attached = asked ? [] : [...lent, ...(await readAttached(db, userId, input.inputs))]
  const place = { userId, model, threadId: input.thread_id, parentId: input.parent_id }
  const history = program
    ? await attachFiles(db, heardTurns(program), { userId, model, attached })
    : asked
      ? await readStudioTurns(db, { ...place, said: step?.said ?? null, prompt: input.prompt, inputs: input.inputs })
      : await readHistory(db, { ...place, attached })
  const run = {
    model: model.id,
    prompt: input.prompt,
    options,
    roles: [...lent.map((one) => one.input), ...input.inputs].map(({ role }) => role),
  }
  const advice = await advisePrompt(providers, run, ({ id }) => mayUse(entitlement, id))
  const replayed = continued && (await replayedOf(db, { userId, model: model.id, continued }))
  const usual = priceOf(model.price, pricedRun({ model, prompt: input.prompt, options, history, replayed, attached, asked }))
  const seconds = await expectedSeconds(db, model, { options, prompt: input.prompt })
  const priceMilli = advice?.free || advice?.possible === false ? 0 : usual
  return { model, priceFactor, options, run, advice, seconds, priceMilli, ...(asked?.studio && { asked }) }
}

/** Options with a control for people. A program sends such a setting itself, or leaves it to the model's service. */
const controls: ReadonlySet<string> = new Set(['system', 'max_output_tokens', 'temperature', 'top_p', 'seed', 'stop', 'json'])

const optionsOfProgram = (whole: Input['options'], given: Input['options']): Input['options'] =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !controls.has(name) || name in given))

/** A draft may have no price yet. */
const atNoCharge = (model: ProviderModel): ProviderModel => ({
  ...model,
  price: { base: 0, per: null },
  unavailable: model.unavailable?.text === noPrice ? null : model.unavailable,
})

const retryAfterOf = ({ retryAfter }: NonNullable<ProviderModel['unavailable']>) => (retryAfter === undefined ? {} : { retryAfter })

/** Throws `model_unavailable` if the model cannot run here or keeps failing. Returns whether it has not failed lately. */
export async function requireAvailable(db: Database, providers: Providers, model: ProviderModel): Promise<boolean> {
  if (model.unavailable) throw new Problem('model_unavailable', { reason: model.unavailable, ...retryAfterOf(model.unavailable) })
  if (!providers.isRemote(model)) return true
  const wait = (await failingModels(db)).get(model.id)
  const retryAfter = pauseIn(model, wait)
  if (retryAfter !== undefined) throw new Problem('model_unavailable', { retryAfter })
  return wait === undefined
}

/** Returns the remaining seconds of a model's pause. A failing model accepts no new runs unless it has a fallback. */
export async function pauseOf(db: Database, providers: Providers, model: ProviderModel): Promise<number | undefined> {
  return providers.isRemote(model) ? pauseIn(model, (await failingModels(db)).get(model.id)) : undefined
}

const pauseIn = ({ fallback, trial }: ProviderModel, waitSeconds = 0): number | undefined =>
  waitSeconds > 0 && !fallback && !trial ? waitSeconds : undefined

/**
 * Checks the parent, which must be the person's own. In a conversation it must be a finished turn of the same one, because its text is sent
 * to the model.
 */
async function requireParent(
  tx: Transaction,
  userId: string,
  { id, threadId }: { id: string; threadId: string | undefined },
): Promise<void> {
  const [parent] = await tx
    .select({ threadId: generations.threadId, finishedAt: generations.finishedAt })
    .from(generations)
    .where(and(eq(generations.id, id), eq(generations.userId, userId), isNull(generations.deletedAt)))
  if (!parent) throw new Problem('not_found')
  if (threadId && (parent.threadId !== threadId || !parent.finishedAt))
    throw new Problem('invalid_input', { fields: { parent_id: 'invalid' } })
}
