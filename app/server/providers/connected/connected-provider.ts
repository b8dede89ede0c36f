import { rm } from 'node:fs/promises'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Abilities } from '#app/contract/studio/turns.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { type ModelsFile, noModelsFile } from '../models-file/no-models-file.ts'
import type { EmbeddingModel, ImageModel, KindModel, OperationModel, RawResult, SpeechModel, TranscriptionModel, Usage } from '../kinds.ts'
import {
  type CancelVerdict,
  type ProducedFile,
  type Provider,
  ProviderError,
  type ProviderModel,
  type RunContext,
  type RunRequest,
  type RunResult,
  type VoiceCloner,
} from '../provider.ts'
import { pathsOf } from '../paths-of.ts'
import { type RetiredModel, todayOf } from '../lifecycle.ts'
import { reportCalls } from '../call-report.ts'
import type { SlotLimits } from '../slots.ts'
import { withWire } from './wire.ts'
import { answerOnce, type AnswerOnceOptions } from './answer-once.ts'
import { describeModel, describeRetired } from './describe-model.ts'
import { openPreviews } from './open-previews.ts'
import { withRefusedOption, withRefusedParameter } from './refused-option.ts'
import { type PollTimes, readOperation, runOperation, usualPollTimes } from './poll-operation.ts'
import type { ReceiveContext, ReceiveResult } from './receive.ts'
import { runText } from './run-text.ts'
import { packVectors } from './pack-vectors.ts'
import { limitTime } from './time-limit.ts'
import type { ReadSchema } from '../published-schema/schema-readers.ts'

export type Limits = SlotLimits

export type Times = {
  /** Time limits for a whole text, and from one piece to the next. */
  textMs: number
  idleMs: number
  /** Time limit for a picture or a voice with an immediate response. */
  answerMs: number
  poll: PollTimes
}

export const usualLimits: Limits = { concurrent: 16, perMinute: null }
export const usualTimes: Times = { textMs: 10 * 60_000, idleMs: 2 * 60_000, answerMs: 5 * 60_000, poll: usualPollTimes }

export type ConnectedProviderOptions = {
  id: string
  /** The service's public name. */
  name: string
  /** The models; a function, which caches, if the service lists them itself. */
  models: readonly CatalogueModel[] | (() => Promise<readonly CatalogueModel[]>)
  /** The abilities of a language model that does not state them. */
  abilities?(model: CatalogueModel): Abilities | undefined
  /** Whether the server that lists the models has not responded for minutes. */
  isAway?: () => boolean
  /** The models with other settings of the operator than those in force. */
  modelsWith?: (settings: ModelsFile) => Promise<readonly CatalogueModel[]>
  /** The settings with a version of a model's definition; null for those without one. */
  settingsAt?: SettingsAt
  /** Opens the model behind one of the interfaces of `kinds.ts`. A promise, so that its code is loaded on first use. */
  open(model: CatalogueModel): KindModel | Promise<KindModel>
  receive: ReceiveResult
  /** Folder that receives results, which are then moved to storage. */
  scratchDir: string
  ownOrigins?: readonly string[]
  limits?: Partial<Limits>
  times?: Partial<Times>
  /** See `Provider.unbilled`. */
  unbilled?: boolean
  /** See `Provider.voiceSample`. */
  voiceSample?: Provider['voiceSample']
  voiceCloner?: VoiceCloner
  readSchema?: ReadSchema | undefined
  /** Models that the service has switched off. */
  retired?: readonly RetiredModel[]
  now?(): Date
  close?(): Promise<void>
}

/** A provider whose models can be defined by the operator. */
export type ConnectedProvider = Provider & {
  /** Returns a model as it is with other settings than those in force. */
  modelWith(id: string, settings: ModelsFile): Promise<ProviderModel | undefined>
  /** Returns a model as its service defines it, without the operator's settings. Absent if what its models do is fixed. */
  definitionOf?(id: string): Promise<CatalogueModel | undefined>
  /** Reads the schema that the service publishes for a model. Absent if it publishes none. Rejects with a `SchemaError`. */
  readSchema?: ReadSchema
}

export type SettingsAt = (model: string, version: string | null) => Promise<ModelsFile>

/** Adapts a service with the interfaces of `kinds.ts` to a provider like the built-in one. */
// oxlint-disable-next-line max-lines-per-function -- Its functions share one state, which nothing else may touch.
export function connectedProvider(options: ConnectedProviderOptions): ConnectedProvider {
  const { id, open, receive, scratchDir, ownOrigins = [] } = options
  const times: Times = { ...usualTimes, ...options.times }
  const opened = new Map<string, Promise<KindModel>>()
  /** The last descriptions: what is computed from a list of models is kept for as long as the models are the same objects. */
  let described: { of: readonly CatalogueModel[]; today: string; away: boolean; list: ProviderModel[] } | undefined

  async function list(): Promise<readonly CatalogueModel[]> {
    return typeof options.models === 'function' ? options.models() : options.models
  }

  /** Finds the model as it was when the run was submitted. */
  async function modelOf({ model: id, version }: Pick<RunRequest, 'model' | 'version'>): Promise<CatalogueModel | undefined> {
    const { modelsWith, settingsAt } = options
    const isCurrent = version === undefined || !modelsWith || !settingsAt
    return (isCurrent ? await list() : await modelsWith(await settingsAt(id, version))).find((one) => one.id === id)
  }

  /** Opened once per version; a failure to open is not cached. */
  function openOnce(model: CatalogueModel, version: string | null = null): Promise<KindModel> {
    const key = JSON.stringify([model.id, version])
    const known = opened.get(key)
    if (known) return known
    const opening = Promise.resolve(open(model)).then((service) => (model.wire ? withWire(service, model.wire) : service))
    opened.set(key, opening)
    opening.catch(() => opened.delete(key))
    return opening
  }

  async function run(request: RunRequest, context: RunContext): Promise<RunResult> {
    const model = await modelOf(request)
    if (!model) throw new ProviderError('model_gone', `${id}: the model is gone`)
    const { onFailedCall = () => undefined } = context
    try {
      return await reportCalls({ texts: textsOf(model, request), onFailedCall }, () => runWith(model, request, context))
    } catch (error) {
      throw request.program ? withRefusedParameter(error) : withRefusedOption(error, model, request.options)
    }
  }

  async function runWith(model: CatalogueModel, request: RunRequest, context: RunContext): Promise<RunResult> {
    const service = await openOnce(model, request.version)
    const job: Job = { model, request, context, times, repeatable: model.repeatable ?? options.unbilled ?? false }
    switch (service.kind) {
      case 'text':
        return runText(service, { ...job, receive: (pictures) => receiveFiles(pictures, { kind: 'image', context }) })
      case 'image':
        return runOnce(job, () => runImage(service, job))
      case 'speech':
        return runOnce(job, () => runSpeech(service, job))
      case 'transcription':
        return runTranscription(service, job)
      case 'embedding':
        return runEmbedding(service, job)
      case 'operation':
        return receiveAll(await runWork(service, job), job)
    }
  }

  /** Runs a call whose response is the result itself. */
  function runOnce(job: Job, call: () => Promise<Made>): Promise<RunResult> {
    return askOnce(job, {
      call,
      receive: (made) => receiveAll(made, job),
      isDownloaded: ({ results }) => results.some((result) => 'url' in result),
    })
  }

  async function cancel(request: Pick<RunRequest, 'model' | 'version' | 'operation'>): Promise<CancelVerdict> {
    const model = await modelOf(request)
    const service = model && (await openOnce(model, request.version))
    // Without the service's confirmation, the work continues and is billed.
    const verdictOf = (stopping: Promise<boolean>) =>
      stopping.then((hasStopped) => (hasStopped ? 'stopped' : 'goes_on')).catch(() => 'goes_on' as const)
    if (service?.kind === 'image' && service.cancel) return verdictOf(service.cancel())
    if (service?.kind !== 'operation' || !service.cancel) return 'goes_on'
    const operation = readOperation(request.operation)
    return operation ? verdictOf(service.cancel(operation)) : 'not_started'
  }

  async function receiveAll(made: Made, { model, context }: Job): Promise<RunResult> {
    if (model.type === 'text') throw new ProviderError('internal', `${id}: a text model gave files`)
    if (made.results.length === 0) throw new ProviderError('temporary', `${id}: the service gave no result`)
    return { text: null, files: await receiveFiles(made.results, { kind: model.type, context }), usage: made.usage }
  }

  /** Receives all results; if one fails, the files of the earlier ones are removed. */
  async function receiveFiles(results: readonly RawResult[], { kind, context }: Receiving): Promise<ProducedFile[]> {
    const receiving: ReceiveContext = { dir: scratchDir, signal: context.signal, ownOrigins }
    const files: ProducedFile[] = []
    try {
      for (const raw of results) files.push(await receive(raw, { kind, context: receiving }))
      return files
    } catch (error) {
      await Promise.all(files.flatMap(pathsOf).map((path) => rm(path, { force: true })))
      throw error
    }
  }

  return {
    id,
    ...(options.unbilled && { unbilled: true as const }),
    limits: { ...usualLimits, ...options.limits },
    async models() {
      const models = await list()
      const today = todayOf(options.now?.() ?? new Date())
      const away = options.isAway?.() ?? false
      if (described?.of === models && described.today === today && described.away === away) return described.list
      const gone = (options.retired ?? []).filter((one) => !models.some((model) => model.id === one.id))
      const all = [
        ...models.map((model) => describeModel(id, model, { models, today, away, abilities: options.abilities })),
        ...gone.map((one) => describeRetired(id, one, models)),
      ]
      described = { of: models, today, away, list: all }
      return all
    },
    async modelWith(model, settings) {
      const models = options.modelsWith ? await options.modelsWith(settings) : await list()
      const found = models.find((one) => one.id === model)
      return found && describeModel(id, found, { models, today: todayOf(options.now?.() ?? new Date()), abilities: options.abilities })
    },
    ...(options.modelsWith && {
      async definitionOf(model: string) {
        return (await options.modelsWith?.(noModelsFile))?.find((one) => one.id === model)
      },
    }),
    run,
    cancel,
    ...(options.voiceSample && { voiceSample: options.voiceSample }),
    ...(options.voiceCloner && { voiceCloner: options.voiceCloner }),
    ...(options.readSchema && { readSchema: options.readSchema }),
    close: async () => options.close?.(),
  }
}

/** The person's own words in a request: the prompt, the conversation and the options that are free texts. */
const textsOf = ({ options }: CatalogueModel, { prompt, history = [], program, options: given }: RunRequest): string[] => [
  prompt,
  ...(program?.turns ?? history).flatMap(({ text, calls = [] }) => [text, ...calls.map(({ input }) => input)]),
  ...Object.entries(given).flatMap(([name, value]) => {
    const option = options[name]
    return typeof value === 'string' && option && !('enum' in option) ? [value] : []
  }),
]

type Once<Answer> = Pick<AnswerOnceOptions<Answer, RunResult>, 'call' | 'receive' | 'isDownloaded'>

async function askOnce<Answer>({ request, context, repeatable }: Job, once: Once<Answer>): Promise<RunResult> {
  await context.handOver({ onlyAnswer: !repeatable })
  const save = (saved: unknown) => context.saveOperation(saved)
  return answerOnce({ repeatable, saved: request.operation, save, signal: context.signal, ...once })
}

type Made = { results: RawResult[]; usage: Usage }
type Receiving = { kind: 'image' | 'audio' | 'video'; context: Pick<RunContext, 'signal'> }
type Job = { model: CatalogueModel; request: RunRequest; context: RunContext; times: Times; repeatable: boolean }

const callOf = ({ model, request }: Job, signal: AbortSignal, options: OptionValues) => ({
  model: model.model,
  options,
  signal,
  idempotencyKey: request.generationId,
})

async function runImage(service: ImageModel, job: Job): Promise<Made> {
  const { count, ...options } = job.request.options
  using previews = openPreviews(job.context)
  // Awaited, so that the previews end with the call.
  return await withinTime(job, (signal) =>
    service.generate({
      ...callOf(job, signal, options),
      prompt: job.request.prompt,
      inputs: job.request.inputs,
      count: typeof count === 'number' ? count : 1,
      onPartial: previews.show,
      onProgress: (progress) => job.context.onProgress(progress),
      onWait: (ahead) => job.context.onWait?.(ahead),
    }),
  )
}

function runSpeech(service: SpeechModel, job: Job): Promise<Made> {
  const { options, prompt: text, inputs, keyRef } = job.request
  return withinTime(job, (signal) =>
    service.speak({ ...callOf(job, signal, options), text, inputs, ...(keyRef !== undefined && { keyRef }) }),
  )
}

/** Silence has no words, and its transcript is empty. */
function runTranscription(service: TranscriptionModel, job: Job): Promise<RunResult> {
  return askOnce(job, {
    call: () =>
      withinTime(job, (signal) => service.transcribe({ ...callOf(job, signal, job.request.options), inputs: job.request.inputs })),
    receive: async ({ text, ...transcript }) => ({ text: text.replaceAll('\0', ''), files: [], transcript, usage: { runs: 1 } }),
    isDownloaded: () => false,
  })
}

/** The vectors have no use but for the caller, and a repeated request makes the same ones: nothing is handed over that must be kept. */
async function runEmbedding(service: EmbeddingModel, job: Job): Promise<RunResult> {
  const texts = (job.request.program?.turns ?? []).map(({ text }) => text)
  const { vectors, usage } = await withinTime(job, (signal) => service.embed({ ...callOf(job, signal, job.request.options), texts }))
  return { text: null, files: [], vectors: packVectors(vectors, { model: job.model.id, texts: texts.length }), usage }
}

async function withinTime<T>(job: Job, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { answerMs } = job.times
  using limit = limitTime(job.context.signal, { totalMs: answerMs, idleMs: answerMs })
  try {
    return await call(limit.signal)
  } catch (error) {
    throw limit.explain(error)
  }
}

/** Polls pictures more often: they take seconds, and a person is watching. */
const sooner = (times: PollTimes): PollTimes => ({
  ...times,
  firstMs: Math.min(times.firstMs, 500),
  ceilingMs: Math.min(times.ceilingMs, 2_000),
})

/** Limits each query about the work, which may itself take long. */
const answering = ({ adopt, ...service }: OperationModel, job: Job): OperationModel => ({
  ...service,
  ...(adopt && { adopt: (call) => withinTime(job, (signal) => adopt({ ...call, signal })) }),
  start: (call) => withinTime(job, (signal) => service.start({ ...call, signal })),
  poll: (operation, call) => withinTime(job, (signal) => service.poll(operation, { ...call, signal })),
})

async function runWork(service: OperationModel, job: Job): Promise<Made> {
  const { request, context, times } = job
  await context.handOver()
  return runOperation({
    service: answering(service, job),
    repeatable: job.repeatable,
    call: { ...callOf(job, context.signal, request.options), prompt: request.prompt, inputs: request.inputs },
    saved: request.operation,
    save: (saved) => context.saveOperation(saved),
    onProgress: (progress) => context.onProgress(progress),
    onWait: (ahead) => context.onWait?.(ahead),
    times: job.model.type === 'image' ? sooner(times.poll) : times.poll,
  })
}
