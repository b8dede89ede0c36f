import { readFile, rm } from 'node:fs/promises'
import { heardTurns } from '#app/contract/studio/turns.ts'
import type { Database } from '#app/server/db/database.ts'
import type { StoredCallFailure } from '#app/server/db/schema/generations.ts'
import { pathsOf } from '#app/server/providers/paths-of.ts'
import { type ProducedFile, ProviderError, type RunResult } from '#app/server/providers/provider.ts'
import type { CallReport } from '#app/server/providers/call-report.ts'
import type { RunInput, Turn, Usage } from '#app/server/providers/kinds.ts'
import { sdkMajor } from '#app/server/providers/sdk-major.ts'
import { scalePrice } from '#app/server/providers/scale-price.ts'
import type { Slot } from '#app/server/providers/slots.ts'
import { config } from '#config'
import { fallbackErrors, findFallback, madeBy, operationFor, toSavedOperation } from '../generations/fallback.ts'
import { recordFailedCall } from '../generations/failed-calls.ts'
import { jobOf } from '../generations/job-name.ts'
import { isTaken, readAttached } from '../generations/attached.ts'
import { attachFiles, readHistory } from '../generations/read-history.ts'
import { readProgramOf } from '../generations/read-program.ts'
import { readStudioTurns } from '../generations/studio-turns.ts'
import type { GenerationRow } from '../generations/to-generation.ts'
import { signals } from '#app/server/signals.ts'
import { type StorageError, storageErrorOf } from '#app/server/storage/storage.ts'
import { type Outcome, recordOutcome } from '../models/model-health.ts'
import type { Moderation } from '../models/moderation.ts'
import { costOfRun } from '../models/cost-of-run.ts'
import { openFilmFiles } from '../films/open-film-files.ts'
import { readCut } from '../films/read-cut.ts'
import { textsOfFilm } from '#app/contract/films/recipes.ts'
import { chargeOf } from '../models/price.ts'
import { longestAnswer, pricedRun } from '../models/priced-run.ts'
import {
  hasOperation,
  isCancelRequested,
  keepClaim,
  markHandedOver,
  mayTryAgain,
  ownAttempts,
  releaseClaim,
  saveOperation,
  type Worker,
} from './claim.ts'
import { cancelByRequest, fail, postpone, succeed } from './finish-run.ts'
import { resolveOwnVoice } from '../voices/own-voice-option.ts'
import { keepMarks, markResults } from './mark-results.ts'
import { openInputs, openTurns } from './open-inputs.ts'
import { openPlaceSender } from './place-sender.ts'
import { openPreviewSender } from './preview-sender.ts'
import { openProgressWriter, type ProgressWriter } from './progress-writer.ts'
import type { Target } from './start-run.ts'

export type AttemptOptions = {
  worker: Worker
  row: GenerationRow
  controller: AbortController
  /** Undefined: no provider offers the model any more. */
  target: Target | undefined
  slot: Slot
}

/**
 * Makes one attempt with one model: ends the run or puts it back into the queue. Returns `fall back` if another model should be called now.
 */
export async function attemptRun(db: Database, options: AttemptOptions): Promise<'done' | 'fall back'> {
  const { worker, row, controller, target } = options
  const { signal } = controller
  const onClaimLost = () => controller.abort('claim lost')
  using writer = openProgressWriter(worker.progress, { id: row.id, owner: worker.id, row, onClaimLost })
  const progress: Progress = { callStartedAt: null, report: null }
  let outcome: { result: RunResult; costMilli: number; costMicros: number | null }
  {
    using _ = keepClaim(db, row, worker, onClaimLost)
    try {
      outcome = await callModel(db, { ...options, writer, onClaimLost, progress })
    } catch (error) {
      await writer.close()
      // A cancel has settled everything; after a shutdown, the next start resumes the run.
      if (signal.aborted) {
        await releaseClaim(db, row, worker)
        return 'done'
      }
      return handleError(db, options, error, progress)
    }
  }
  await writer.hold()
  try {
    await succeed(db, worker, row, { ...outcome, reason: target?.isFallback ? madeBy(target.model.id) : null })
  } catch (error) {
    const fault = storageErrorOf(error)
    await deleteLocal(outcome.result.files)
    if (!fault) throw error
    await failToStore(db, options, fault)
  }
  // Nobody waits for it, so it follows the end of the run.
  if (target && !target.model.trial && worker.providers.isRemote(target.model))
    await recordOutcome(db, target.model.id, outcomeOf(row, target, null))
  return 'done'
}

/**
 * Ends an attempt whose result could not be stored, free of charge. It is repeated later if that costs nobody anything: the built-in engine
 * makes the result again, and a service that saved its operation still has it.
 */
async function failToStore(db: Database, { worker, row, target }: AttemptOptions, fault: StorageError): Promise<void> {
  const code = codeOfFault(fault)
  logOf(worker, row, target).warn({ err: fault, code, attempt: row.attempts }, 'the result could not be stored')
  const repeatable = !target || !worker.providers.isRemote(target.model) || (await hasOperation(db, row))
  if (code === 'storage_unavailable' && repeatable && mayTryAgain(row))
    return postpone(db, worker, row, { code, retryAfterMs: null, job: jobOf(worker.providers, target?.model) })
  await fail(db, worker, row, { code })
}

const codeOfFault = ({ code }: StorageError) => (code === 'no_space' ? 'storage_full' : 'storage_unavailable')

/** The fault of the storage behind an error. A provider's own errors count only if the disk was full. */
function faultOf(error: unknown): StorageError | undefined {
  const fault = storageErrorOf(error)
  return error instanceof ProviderError && fault?.code !== 'no_space' ? undefined : fault
}

type Progress = {
  /** Milliseconds on the monotonic clock; null before the call. */
  callStartedAt: number | null
  /** The last call, if it failed. */
  report: CallReport | null
}

type Call = AttemptOptions & { writer: ProgressWriter; onClaimLost: () => void; progress: Progress }

async function callModel(db: Database, { worker, row, controller, target, writer, onClaimLost, progress }: Call) {
  if (!target) throw new ProviderError('model_gone', 'no provider has the model any more')
  const { signal } = controller
  const { model, options, isFallback } = target
  const { providers } = worker
  const moderation = await worker.moderation?.()
  const fallbackId = isFallback ? model.id : null
  const log = logOf(worker, row, target)
  const studio = row.asked?.studio ? row.asked : undefined
  const program = row.said && model.can && !studio ? await readProgramOf(db, row, { model: model.id, sdk: sdkMajor }) : undefined
  if (row.said && model.can && !studio && !program) throw new ProviderError('invalid_input', 'an earlier turn of the conversation is gone')
  await using inputs = await openInputs(db, { storage: worker.storage, row: program || studio ? { ...row, inputs: [] } : row })
  const { userId, threadId, parentId, context, createdAt: before } = row
  const attached = await readAttached(db, userId, row.inputs)
  // A fallback may read other kinds of files than the chosen model.
  if (isFallback && !attached.every((one) => isTaken(model, one)))
    throw new ProviderError('invalid_input', 'the fallback takes other files')
  const history = program
    ? await attachFiles(db, heardTurns(program), { userId, model, attached: [] })
    : studio
      ? await readStudioTurns(db, { userId, model, threadId, parentId, before, said: row.said, prompt: row.prompt, inputs: row.inputs })
      : await readHistory(db, { userId, model, attached, threadId, parentId, before, context })
  await using past = await openTurns(db, { storage: worker.storage, userId, turns: history })
  // Earlier turns sent by an API client are as unchecked as the prompt.
  const fresh = program ? past.turns.slice(-program.fresh) : studio ? past.turns.slice(-(row.said?.length ?? 1)) : context ? past.turns : []
  const unchecked = [...fresh.flatMap(({ files }) => files), ...inputs.files]
  const attachedTexts = moderation ? await readTexts(unchecked) : []
  const film = model.task === 'assemble_film' ? await readCut(db, row.id) : undefined
  await using filmFiles = await openFilmFiles(db, { storage: worker.storage, userId, takes: film?.takes ?? {} })
  const whole = program ?? (studio && { asked: studio })
  const unread = whole ? fresh : (context ?? [])
  const given = [
    row.asked?.instructions ?? [],
    unread.map((turn) => turn.text),
    attachedTexts,
    whole ? [] : row.prompt,
    film ? textsOfFilm(film.cut.document) : [],
  ]
    .flat(2)
    .join('\n\n')
  await moderation?.check(given, { signal, log })
  await moderation?.checkPictures(picturesOf(unchecked), { signal, log })
  const { keyRef, ...voiced } = await resolveOwnVoice(db, { userId, model, options })
  progress.callStartedAt = performance.now()
  const startedAt = new Date()
  const priced = pricedRun({ model, prompt: row.prompt, options, history, attached: whole ? [] : attached, asked: whole?.asked })
  // A price that changed since then applies to later runs only.
  const price = isFallback ? scalePrice(model.price, row.priceFactor) : (row.priceRule ?? model.price)
  const costFor = (usage: Usage | undefined) => chargeOf(price, { priced, usage, held: row.priceMilli, startedAt })
  const result = await providers.run(
    {
      generationId: row.id,
      model: model.id,
      ...(!isFallback && { version: row.modelVersion }),
      prompt: row.prompt,
      ...voiced,
      ...(keyRef !== undefined && { keyRef }),
      inputs: inputs.files,
      ...(whole
        ? { program: { turns: past.turns, asked: whole.asked, longest: longestAnswer({ model, options, asked: whole.asked }) } }
        : { history: past.turns }),
      ...(film && { film: { cut: film.cut, files: filmFiles.files } }),
      operation: operationFor(row.operation, fallbackId),
    },
    {
      signal,
      onProgress: writer.progress,
      // Moderation checks only the finished image of a connected model; previews would show it unchecked.
      onPreview: moderation && providers.isRemote(model) ? () => {} : openPreviewSender(db, { id: row.id, userId: row.userId, signal }),
      onWait: openPlaceSender(db, { id: row.id, userId: row.userId, signal }),
      onText: (delta, used) => writer.text(delta, used ? costFor(used) : 0),
      onCalls: (calls, used) => writer.calls(calls, costFor(used)),
      // Reasoning is shown only after its check.
      onThinking: (delta, used) => writer.thinking(moderation ? '' : delta, costFor(used)),
      onTextWasThinking: (thinking, used) => writer.textWasThinking(moderation ? '' : thinking, costFor(used)),
      async handOver({ onlyAnswer } = { onlyAnswer: false }) {
        if (!(await markHandedOver(db, row, worker))) onClaimLost()
        signal.throwIfAborted()
        if (onlyAnswer) worker.onlyAnswers?.add(row.id)
      },
      onFailedCall: (report) => void (progress.report = report),
      saveOperation: (operation) => saveOperation(db, row, worker, toSavedOperation(operation, fallbackId)),
    },
  )
  signal.throwIfAborted()
  const said = [result.thinking, result.text, ...(result.calls ?? []).map(({ input }) => input)]
  const written = said.filter((part) => part != null && part !== '').join('\n\n')
  if (written !== '') await moderation?.check(written, { signal, log })
  // The built-in engine's pictures need no check; a video is checked by its poster.
  if (moderation && providers.isRemote(model)) await checkResults(moderation, result.files, { signal, log })
  if (config.generations.markAi && !providers.isBuiltIn(model))
    await markResults(result.files, { inputs: model.type === 'text' ? shownIn(past.turns, inputs.files) : inputs.files, log })
  if (config.generations.markAi && model.task === 'join_videos') await keepMarks(result.files, { inputs: inputs.files, log })
  if (config.generations.markAi && film) await keepMarks(result.files, { inputs: [...filmFiles.files.values()], log })
  const costMicros = costOfRun(providers, { model, priced, usage: result.usage, startedAt })
  return { result, costMilli: costFor(result.usage), costMicros }
}

async function handleError(
  db: Database,
  { worker, row, target, slot }: AttemptOptions,
  error: unknown,
  { callStartedAt, report }: Progress,
): Promise<'done' | 'fall back'> {
  const fault = faultOf(error)
  const code = fault ? codeOfFault(fault) : error instanceof ProviderError ? error.code : 'internal'
  const retryAfterMs = error instanceof ProviderError ? error.retryAfterMs : null
  const callStarted = callStartedAt !== null
  const why = { serviceStatus: statusOf(error), callFailure: callFailureOf(error, callStartedAt) }
  logOf(worker, row, target).warn(
    { err: error, code, attempt: row.attempts, status: why.serviceStatus, ...why.callFailure, ...report },
    'generation did not succeed',
  )
  if (report) await recordFailedCall(db, row.id, report)
  signals.providerFailed.publish({ provider: target?.model.provider ?? 'none', code })
  const retryable = fault ? fault.code === 'unavailable' && !callStarted : error instanceof ProviderError && error.retryable
  const mayRetry = retryable && (code === 'timeout' || mayTryAgain(row))
  // The service runs nothing any more, and the person wanted to stop: no retry.
  if (await isCancelRequested(db, row, worker, { outcomeUnknown: mayRetry && code === 'timeout' })) {
    await cancelByRequest(db, worker, row)
    return 'done'
  }
  // An answer that an earlier attempt lost says nothing about the service's health.
  const isOwnLoss = code === 'answer_lost' && row.operation !== null
  if (target && callStarted && !isOwnLoss && !fault && !target.model.trial && worker.providers.isRemote(target.model))
    await recordOutcome(db, target.model.id, outcomeOf(row, target, code))
  if (retryAfterMs !== null) await slot.pause(retryAfterMs)
  if (mayRetry) {
    await postpone(db, worker, row, { code, ...why, retryAfterMs, job: jobOf(worker.providers, target?.model) })
    return 'done'
  }
  const mayFallBack = target && !target.isFallback && fallbackErrors.has(code)
  if (mayFallBack && (await findFallback(worker.providers, target.model, row))) return 'fall back'
  const { option, limit } = error instanceof ProviderError ? error : { option: null, limit: null }
  await fail(db, worker, row, { code, ...why, option, limit })
  return 'done'
}

const outcomeOf = (row: GenerationRow, { isProbe = false }: Target, code: Outcome['code']): Outcome => ({
  code,
  userId: row.userId,
  isFirst: ownAttempts(row) <= 1,
  isProbe,
})

/** The HTTP status of a service's failure; errors within a stream may state other numbers. */
function statusOf(error: unknown): number | null {
  const status = error instanceof ProviderError ? error.status : null
  return status !== null && Number.isInteger(status) && status >= 100 && status <= 599 ? status : null
}

/** The code is a name of the network's error, so it repeats neither an address nor a key. */
function callFailureOf(error: unknown, callStartedAt: number | null): StoredCallFailure | null {
  if (callStartedAt === null) return null
  const ms = Math.round(performance.now() - callStartedAt)
  if (!(error instanceof ProviderError)) return { phase: null, errno: null, cause: null, ms }
  const { phase, errno, keyFault, retryAfterMs } = error
  const cause = keyFault === 'refused' ? 'key' : keyFault === 'no_money' ? 'money' : null
  return { phase, errno, cause, ms, ...(retryAfterMs !== null && { retryMs: retryAfterMs }) }
}

const logOf = (worker: Worker, row: GenerationRow, target: Target | undefined) =>
  worker.logger.child({ generation: row.id, model: target?.model.id ?? row.model })

/** An answer may be an edit of any image of the conversation. */
const shownIn = (turns: readonly Turn[], given: readonly RunInput[]): RunInput[] =>
  [...turns.flatMap(({ files }) => files), ...given]
    .filter(({ mediaType }) => mediaType.startsWith('image/'))
    .map((file) => ({ ...file, role: 'source' }))

const picturesOf = (inputs: readonly RunInput[]) => inputs.filter(({ mediaType }) => mediaType.startsWith('image/')).map(({ path }) => path)

const readTexts = (inputs: readonly RunInput[]) =>
  Promise.all(inputs.filter(({ mediaType }) => mediaType.startsWith('text/')).map(({ path }) => readFile(path, 'utf8')))

/** Deletes the files of a result that is not stored. */
const deleteLocal = (made: readonly ProducedFile[]) => Promise.all(made.flatMap(pathsOf).map((path) => rm(path, { force: true })))

/** Deletes the files of a refused result. */
async function checkResults(moderation: Moderation, made: readonly ProducedFile[], options: Parameters<Moderation['checkPictures']>[1]) {
  try {
    await moderation.checkPictures(
      made.flatMap(({ poster }) => poster?.path ?? []),
      options,
    )
  } catch (error) {
    await deleteLocal(made)
    throw error
  }
}
