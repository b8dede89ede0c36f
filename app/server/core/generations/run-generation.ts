import { rm } from 'node:fs/promises'
import { and, eq, getTableColumns, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { GenerationErrorCode } from '#app/contract/errors.ts'
import { config } from '#config'
import type { Logger } from 'pino'
import type { Database, Transaction } from '../../db/database.ts'
import { files, generations, modelHealth } from '../../db/schema.ts'
import type { Usage } from '../../providers/kinds.ts'
import { type ProducedFile, ProviderError, type RunInput, type RunResult } from '../../providers/provider.ts'
import type { Providers } from '../../providers/providers.ts'
import type { Slot } from '../../providers/slots.ts'
import type { Queue } from '../../queue/queue.ts'
import type { Storage } from '../../storage/storage.ts'
import { makePlaceholder } from '../files/make-placeholder.ts'
import { askHealth, noteOutcome } from '../models/model-health.ts'
import type { Moderation } from '../models/moderation.ts'
import { chargeOf } from '../models/price.ts'
import { pricedRun } from '../models/priced-run.ts'
import { countRun } from '../statistics/count-run.ts'
import { closeHold } from '../tokens/close-hold.ts'
import { findStandin, madeBy, operationOf, type Standin, standinOf, toSaved, worthAnother } from './fallback.ts'
import { jobOf } from './job-of.ts'
import { openInputs } from './open-inputs.ts'
import { openProgressWriter } from './progress-writer.ts'
import { publishGeneration, publishing } from './publish.ts'
import { readHistory } from './read-history.ts'
import { planDoneMail } from './tell-done.ts'
import type { GenerationRow } from './to-generation.ts'

export type Worker = {
  /** This process; a claim carries it, so that a write by a worker that lost its claim changes nothing. */
  id: string
  queue: Queue
  providers: Providers
  storage: Storage
  logger: Logger
  /** The operator's check of words; none unless they have set one up. */
  moderation?: Moderation | undefined
}

export type RunGenerationOptions = {
  worker: Worker
  id: string
  /** Aborted with the reason `canceled` when the person cancels, with any other when this process stops. */
  controller: AbortController
  /** Its job is still to come from the queue: what cannot be begun at once is left to that, and so is what this machine makes itself. */
  early?: boolean
  /** From here on the row, not the job, says that somebody is at it. */
  onClaimed?(): void
}

const { leaseSeconds, maxAttempts } = config.generations
const leaseUntil = sql`now() + make_interval(secs => ${leaseSeconds})`

/** A run that nobody could begin for so long is given up: its model is paused again and again. */
const maxPausedMs = 15 * 60_000

/**
 * Runs one generation to its end, once, however often it is called: only one worker at a time has a claim on the row, and every
 * later change is guarded by that claim. Provider and storage are called outside any transaction.
 */
export async function runGeneration(
  db: Database,
  { worker, id, controller, early = false, onClaimed }: RunGenerationOptions,
): Promise<void> {
  const known = await findUnfinished(db, id)
  if (!known || (early && (known.startedAt !== null || !(await isElsewhere(worker, known))))) return
  const start = await prepareStart(db, worker, known)
  if ('waitSeconds' in start) return early ? undefined : wait(db, worker, known, start)
  using slot = start.slot
  const row = await claim(db, worker, id)
  if (!row) return
  onClaimed?.()
  if (row.attempts > maxAttempts) return fail(db, worker, row, 'internal')
  if (start.givenUp) return fail(db, worker, row, 'temporary')

  const first = await attempt(db, { worker, row, controller, asked: start.asked, slot })
  if (first !== 'stand in') return
  const standin = start.asked && (await findStandin(worker.providers, start.asked.model, row))
  if (!standin) return fail(db, worker, row, 'internal')
  await forgetBeginning(db, worker, row)
  await attempt(db, {
    worker,
    row: { ...row, operation: null, text: null },
    controller,
    asked: { ...standin, isStandin: true },
    slot: null,
  })
}

/** Whether its model, and what may stand in for that, is a service's: only this machine's own work has to wait for its turn. */
async function isElsewhere({ providers }: Worker, { model: name }: Known): Promise<boolean> {
  const model = await providers.find(name)
  const standin = model?.fallback === undefined ? undefined : await providers.find(model.fallback)
  return model !== undefined && providers.isRemote(model) && (!standin || providers.isRemote(standin))
}

type Known = Pick<GenerationRow, 'id' | 'userId' | 'model' | 'prompt' | 'options' | 'inputs' | 'operation' | 'createdAt' | 'startedAt'> & {
  /** The model has been failing: what follows from it is asked for separately. */
  ill: boolean
}

async function findUnfinished(db: Database, id: string): Promise<Known | undefined> {
  const { userId, model, prompt, options, inputs, operation, createdAt, startedAt, status } = generations
  const ill = sql<boolean>`${modelHealth.openUntil} is not null`
  const [known] = await db
    .select({ id: generations.id, userId, model, prompt, options, inputs, operation, createdAt, startedAt, ill })
    .from(generations)
    .leftJoin(modelHealth, eq(modelHealth.model, model))
    .where(and(eq(generations.id, id), inArray(status, ['queued', 'running'])))
  return known
}

/** The model that is asked, and with which options: the person's choice, or what stands in for it. */
type Asked = Standin & { isStandin: boolean }
type Start = { slot: Slot; asked: Asked | undefined; givenUp: boolean }

/** Whom to ask, and a place there; or how long to wait, which uses up no attempt. */
async function prepareStart(db: Database, worker: Worker, known: Known): Promise<Start | { waitSeconds: number }> {
  const { providers } = worker
  const model = await providers.find(known.model)
  if (!model) return { slot: free, asked: undefined, givenUp: false }
  const chosen: Asked = { model, options: known.options, isStandin: false }
  if (!providers.isRemote(model)) return { slot: free, asked: chosen, givenUp: false }

  const standin = await findStandin(providers, model, known)
  const handedOver = standin && standinOf(known.operation) === standin.model.id
  // Work that goes on elsewhere is asked for, however its service is doing otherwise.
  const goesOn = handedOver || known.operation !== null
  const health = goesOn || !known.ill ? ({ open: false } as const) : await askHealth(db, model.id)
  const asked: Asked = handedOver || (health.open && standin) ? { ...standin, isStandin: true } : chosen
  if (health.open && !standin) {
    const givenUp = Date.now() - known.createdAt.getTime() > maxPausedMs
    return givenUp ? { slot: free, asked, givenUp } : { waitSeconds: health.waitSeconds }
  }
  const admission = providers.admit(asked.model)
  return 'slot' in admission ? { slot: admission.slot, asked, givenUp: false } : { waitSeconds: admission.waitMs / 1000 }
}

const free: Slot = { pause: () => undefined, [Symbol.dispose]: () => undefined }

/** So that those who were sent away together do not come back together. */
const jittered = (seconds: number) => Math.max(1, Math.ceil(seconds * (0.75 + Math.random() / 2)))

/** Comes back later without having been claimed. What another worker has claimed meanwhile has nothing to wait for. */
async function wait(db: Database, worker: Worker, known: Known, { waitSeconds }: { waitSeconds: number }): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(generations)
      .set({ updatedAt: sql`now()` })
      .where(and(eq(generations.id, known.id), eq(generations.status, 'queued')))
    // A place may be free sooner than said, but never before the service wants to be asked again.
    const startAfterSeconds = Math.max(Math.ceil(Math.min(waitSeconds, 60)), jittered(waitSeconds))
    await worker.queue.enqueue(tx, 'run-remote', { generation_id: known.id }, { startAfterSeconds })
  })
}

type AttemptOptions = { worker: Worker; row: GenerationRow; controller: AbortController; asked: Asked | undefined; slot: Slot | null }

/** One try with one model, to the end of the run or back into the queue; `stand in` where another model should be asked now. */
async function attempt(db: Database, { worker, row, controller, asked, slot }: AttemptOptions): Promise<'ended' | 'stand in'> {
  const { id } = row
  const standinId = asked?.isStandin ? asked.model.id : null
  const log = worker.logger.child({ generation: id, model: asked?.model.id ?? row.model })
  const remote = asked !== undefined && worker.providers.isRemote(asked.model)
  const { signal } = controller
  const lost = () => controller.abort('claim lost')
  const writer = openProgressWriter(db, { id, owner: worker.id, onClaimLost: lost })
  const renewal = setInterval(
    () =>
      void renew(db, row, worker).then(
        (kept) => kept || lost(),
        () => undefined,
      ),
    (leaseSeconds * 1000) / 3,
  )
  let result: RunResult
  let charged: number
  let reached = false
  try {
    if (!asked) throw new ProviderError('provider_auth', 'no provider has the model any more')
    const { model, options } = asked
    await using inputs = await openInputs(db, { storage: worker.storage, row })
    const { userId, threadId, parentId, context, createdAt: before } = row
    const history = model.history ? await readHistory(db, { userId, threadId, parentId, before, context }) : []
    // What a caller brings as said before is as new to us as the prompt.
    const brought = [...(row.context ?? []).map((turn) => turn.text), row.prompt].join('\n\n')
    await worker.moderation?.check(brought, { signal, log })
    await worker.moderation?.checkPictures(picturesOf(inputs.files), { signal, log })
    reached = true
    const priced = pricedRun({ model, prompt: row.prompt, options, history, files: row.inputs.length })
    const priceOfUsed = (usage: Usage | undefined) => chargeOf(model.price, { priced, usage, held: row.price })
    result = await worker.providers.run(
      {
        generationId: id,
        model: model.id,
        prompt: row.prompt,
        options,
        inputs: inputs.files,
        history,
        operation: operationOf(row.operation, standinId),
      },
      {
        signal,
        onProgress: writer.progress,
        onText: (delta, used) => writer.text(delta, used ? priceOfUsed(used) : 0),
        async handOver() {
          const handed = await db
            .update(generations)
            .set({ handedOverAt: sql`coalesce(${generations.handedOverAt}, now())` })
            .where(claimOf(row, worker))
            .returning({ id: generations.id })
          if (handed.length > 0) return
          lost()
          signal.throwIfAborted()
        },
        saveOperation: async (operation) =>
          void (await db
            .update(generations)
            .set({ operation: toSaved(operation, standinId) })
            .where(claimOf(row, worker))),
      },
    )
    signal.throwIfAborted()
    if (result.text !== null) await worker.moderation?.check(result.text, { signal, log })
    // What the built-in engine draws is its own; of a film its first picture is looked at.
    if (remote && worker.moderation) await checkResults(worker.moderation, result.files, { signal, log })
    charged = priceOfUsed(result.usage)
  } catch (error) {
    await writer.close()
    // Canceled: the cancel has settled everything. Stopped: another start goes on with it.
    if (signal.aborted) {
      await giveUpClaim(db, row, worker)
      return 'ended'
    }
    const code = error instanceof ProviderError ? error.code : 'internal'
    const retryAfterMs = error instanceof ProviderError ? error.retryAfterMs : null
    log.warn({ err: error, code, attempt: row.attempts }, 'generation did not succeed')
    const again = error instanceof ProviderError && error.retryable && (code === 'timeout' || row.attempts < maxAttempts)
    // Nothing runs at the service any more, and the person wanted to stop it: no other try.
    if (await isCancelRequested(db, row, worker, { mayGoOn: again && code === 'timeout' })) {
      await finish(db, worker, row, { status: 'canceled', charged: 0 }, 'canceled')
      return 'ended'
    }
    if (remote && reached) await noteOutcome(db, asked.model.id, code)
    if (retryAfterMs !== null) slot?.pause(retryAfterMs)
    if (again) {
      await postpone(db, worker, row, { code, retryAfterMs, job: jobOf(worker.providers, asked?.model) })
      return 'ended'
    }
    if (asked && !asked.isStandin && worthAnother.has(code) && (await findStandin(worker.providers, asked.model, row))) return 'stand in'
    await fail(db, worker, row, code)
    return 'ended'
  } finally {
    clearInterval(renewal)
  }
  await writer.close()
  if (remote) await noteOutcome(db, asked.model.id, null)
  await succeed(db, worker, row, { result, charged, reason: standinId && madeBy(standinId) })
  return 'ended'
}

const picturesOf = (inputs: readonly RunInput[]) => inputs.filter(({ mediaType }) => mediaType.startsWith('image/')).map(({ path }) => path)

/** Nothing stays of what is refused. */
async function checkResults(moderation: Moderation, made: readonly ProducedFile[], options: Parameters<Moderation['checkPictures']>[1]) {
  try {
    await moderation.checkPictures(
      made.flatMap(({ poster }) => poster?.path ?? []),
      options,
    )
  } catch (error) {
    const paths = made.flatMap(({ path, poster, thumbnail }) => [path, poster?.path ?? [], thumbnail?.path ?? []].flat())
    await Promise.all(paths.map((path) => rm(path, { force: true })))
    throw error
  }
}

/** What the first model has begun means nothing to the one that stands in for it. */
async function forgetBeginning(db: Database, worker: Worker, row: GenerationRow): Promise<void> {
  await db
    .update(generations)
    .set({ operation: null, handedOverAt: null, progress: null, text: null, accrued: 0, updatedAt: sql`now()` })
    .where(claimOf(row, worker))
}

/** A call that had no operation to ask for has ended with its attempt. */
const whileUnderWay = sql`case when ${generations.operation} is null then null else ${generations.handedOverAt} end`

async function claim(db: Database, worker: Worker, id: string): Promise<GenerationRow | undefined> {
  const [row] = await db
    .update(generations)
    .set({
      status: 'running',
      leaseOwner: worker.id,
      leaseUntil,
      attempts: sql`${generations.attempts} + 1`,
      startedAt: sql`coalesce(${generations.startedAt}, now())`,
      // A provider without an operation to ask for begins anew, and so does what is shown of it.
      progress: sql`case when ${generations.operation} is null then null else ${generations.progress} end`,
      text: sql`case when ${generations.operation} is null then null else ${generations.text} end`,
      accrued: 0,
      handedOverAt: whileUnderWay,
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(generations.id, id),
        or(
          eq(generations.status, 'queued'),
          and(eq(generations.status, 'running'), or(isNull(generations.leaseUntil), lt(generations.leaseUntil, sql`now()`))),
        ),
      ),
    )
    .returning({ ...getTableColumns(generations), told: publishing('running') })
  return row
}

/** The row, while this worker still has it. */
function claimOf(row: GenerationRow, worker: Worker) {
  return and(eq(generations.id, row.id), eq(generations.status, 'running'), eq(generations.leaseOwner, worker.id))
}

/** `mayGoOn`: the service has not said what became of the work, if it has taken any in. */
async function isCancelRequested(db: Database, row: GenerationRow, worker: Worker, { mayGoOn }: { mayGoOn: boolean }): Promise<boolean> {
  const [requested] = await db
    .select({ id: generations.id })
    .from(generations)
    .where(and(claimOf(row, worker), isNotNull(generations.cancelRequestedAt), mayGoOn ? isNull(generations.operation) : undefined))
  return requested !== undefined
}

async function renew(db: Database, row: GenerationRow, worker: Worker): Promise<boolean> {
  const renewed = await db.update(generations).set({ leaseUntil }).where(claimOf(row, worker)).returning({ id: generations.id })
  return renewed.length > 0
}

/** Leaves the run as it is for whoever comes next; stopping is not an attempt that failed. */
async function giveUpClaim(db: Database, row: GenerationRow, worker: Worker): Promise<void> {
  await db
    .update(generations)
    .set({ leaseOwner: null, leaseUntil: null, attempts: sql`${generations.attempts} - 1` })
    .where(claimOf(row, worker))
}

const longestBackoffSeconds = 60
/** What a service asks for beyond this is not waited for in one go. */
const longestRetryAfterSeconds = 15 * 60

type PostponeOptions = { code: GenerationErrorCode; retryAfterMs: number | null; job: ReturnType<typeof jobOf> }

/** Back into the queue for a later try, with its hold. */
async function postpone(db: Database, worker: Worker, row: GenerationRow, { code, retryAfterMs, job }: PostponeOptions): Promise<void> {
  // A time-out says nothing about the outcome, so it does not use up an attempt.
  const attempts = code === 'timeout' ? row.attempts - 1 : row.attempts
  const asked = Math.min(longestRetryAfterSeconds, Math.ceil((retryAfterMs ?? 0) / 1000))
  const startAfterSeconds = Math.max(asked, jittered(Math.min(longestBackoffSeconds, 2 ** row.attempts)))
  await db.transaction(async (tx) => {
    const [postponed] = await tx
      .update(generations)
      .set({
        status: 'queued',
        leaseOwner: null,
        leaseUntil: null,
        attempts,
        accrued: 0,
        handedOverAt: whileUnderWay,
        updatedAt: sql`now()`,
      })
      .where(claimOf(row, worker))
      .returning({ id: generations.id })
    if (!postponed) return
    await worker.queue.enqueue(tx, job, { generation_id: row.id }, { startAfterSeconds })
    await publishGeneration(tx, { userId: row.userId, generationId: row.id, status: 'queued' })
  })
}

async function fail(db: Database, worker: Worker, row: GenerationRow, code: GenerationErrorCode): Promise<void> {
  // What was refused is not shown half, either.
  await finish(db, worker, row, { status: 'failed', errorCode: code, charged: 0, ...(code === 'refused' && { text: null }) }, code)
}

type Success = { result: RunResult; charged: number; reason: string | null }

async function succeed(db: Database, worker: Worker, row: GenerationRow, { result, charged, reason }: Success): Promise<void> {
  const stored = await storeFiles(worker.storage, row, result.files)
  const ending = {
    status: 'succeeded',
    progress: 1,
    text: result.text,
    cut: result.cut ?? false,
    usage: result.usage ?? null,
    charged,
  } as const
  const finished = await finish(db, worker, row, ending, reason, async (tx) => {
    if (stored.length > 0) await tx.insert(files).values(stored)
  })
  // It was canceled or deleted in the last moment, or another worker has taken over and has files of its own: nobody will ever ask for these.
  const unwanted = finished ? keysOfEarlierAttempts(row, stored) : stored.map(({ storageKey }) => storageKey)
  for (const key of unwanted) await worker.storage.delete(key)
}

type Ending = Pick<GenerationRow, 'status'> & {
  charged: number
  errorCode?: GenerationErrorCode
  progress?: number
  text?: string | null
  cut?: boolean
  usage?: RunResult['usage'] | null
}

/** Moves the row to its end and settles or releases the hold in one transaction. False when the claim was lost meanwhile. */
function finish(
  db: Database,
  worker: Worker,
  row: GenerationRow,
  ending: Ending,
  reason: string | null,
  also?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [finished] = await tx
      .update(generations)
      .set({ ...ending, leaseOwner: null, leaseUntil: null, operation: null, finishedAt: sql`now()`, updatedAt: sql`now()` })
      .where(claimOf(row, worker))
      .returning({ createdAt: generations.createdAt, finishedAt: generations.finishedAt })
    if (!finished) return false
    await also?.(tx)
    await closeHold(tx, { userId: row.userId, generationId: row.id, charge: ending.charged, reason })
    await countRun(tx, row.id)
    if (ending.status !== 'canceled') await planDoneMail(tx, { queue: worker.queue, row, ...finished })
    await publishGeneration(tx, { userId: row.userId, generationId: row.id, status: ending.status })
    return true
  })
}

const folderOf = (row: GenerationRow, attempt: number) => `${row.id.slice(-2)}/${row.id}/${attempt}`

/** Each attempt has keys of its own: one that slept through the end of its claim must not touch the files of the one that took over. */
async function storeFiles(storage: Storage, row: GenerationRow, produced: ProducedFile[]): Promise<(typeof files.$inferInsert)[]> {
  const rows: (typeof files.$inferInsert)[] = []
  for (const [position, file] of produced.entries()) {
    const owner = { userId: row.userId, generationId: row.id }
    const key = `${folderOf(row, row.attempts)}/${position}`
    const storeStill = async (still: ProducedFile['poster'], storageKey: string): Promise<string | null> => {
      if (!still) return null
      const { path, ...described } = still
      const id = uuidv7()
      rows.push({ ...owner, ...described, ...(await storage.putFile(storageKey, path)), id, storageKey })
      return id
    }
    // Before they are moved away.
    const small = file.thumbnail ?? file.poster
    const placeholder = small && (await makePlaceholder(small.path))
    const posterId = await storeStill(file.poster, `${key}-poster`)
    const thumbnailId = await storeStill(file.thumbnail, `${key}-thumbnail`)
    const { path, mediaType, width, height, durationMs, peaks } = file
    rows.push({
      ...owner,
      ...(await storage.putFile(key, path)),
      id: uuidv7(),
      position,
      posterId,
      thumbnailId,
      storageKey: key,
      mediaType,
      width,
      height,
      durationMs,
      peaks,
      placeholder,
    })
  }
  return rows
}

/** What attempts that crashed after storing may have left behind. */
function keysOfEarlierAttempts(row: GenerationRow, stored: (typeof files.$inferInsert)[]): string[] {
  const names = stored.map(({ storageKey }) => storageKey.slice(folderOf(row, row.attempts).length))
  return Array.from({ length: row.attempts - 1 }, (_, index) => names.map((name) => folderOf(row, index + 1) + name)).flat()
}
