import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { config } from '#config'
import type { JsonSchema } from '#app/contract/studio/turns.ts'
import type { Env } from '../../env.ts'
import type { ServerText } from '../../i18n.ts'
import { brand, input, option, promptFor } from '../catalogue/options.ts'
import { readStops } from '../stop-texts.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { followingSchema } from '../connected/text/json-answer.ts'
import { connectedProvider } from '../connected/connected-provider.ts'
import type { EmbeddingModel, KindModel, SpeechModel, TextModel, TranscriptionModel } from '../kinds.ts'
import type { ReceiveResult } from '../connected/receive.ts'
import { type Provider, ProviderError } from '../provider.ts'
import type { LocalModel } from './catalogue.ts'
import { embeddedSchema, heardSchema, llamaAnswerSchema, spokenSchema } from './local-messages.ts'
import { grammarSchemaOf } from './grammar-schema.ts'
import { type LocalLogger, openLocalProcesses } from './local-processes.ts'
import { memoryLimitOf } from './memory-limit.ts'
import { installedModels, modelFolder, pathOf } from './model-folder.ts'
import { describeLocalImages, openLocalImages } from './local-images.ts'
import { isRuntimeInstalled, runtimeFolder, runtimeIds, runtimeOf, runtimesFolder } from './runtime.ts'

export type LocalProviderOptions = {
  env: Pick<Env, 'LOCAL_MODELS_MEMORY_MB' | 'LOCAL_MODELS_THREADS'>
  dataDir: string
  /** The folder of results, which are then moved to storage. */
  scratchDir?: string
  receive?: ReceiveResult
  /** The folders of the runtimes, if they are not the installed ones. */
  runtime?: string
  soundRuntime?: string
  pictureRuntime?: string
  idleMs?: number
  logger?: LocalLogger
}

const description: ServerText = /*i18n*/ { id: 'model.local', message: 'Runs on this machine. No prompt leaves it.' }

/** Time in which a slow machine reads a long conversation before it writes the first word, or writes down a long recording. */
const patientTimes = { textMs: 30 * 60_000, idleMs: 10 * 60_000, answerMs: 6 * 60 * 60_000 }
const longestAnswer = 2_048
/** Milliseconds after which the folders are read again although no entry has changed: a file may have grown. */
const rereadAfterMs = 10_000
const longestSpeech = 5_000

/** The models installed on this machine. They appear when their files and their runtime are in place, without a restart. */
// oxlint-disable-next-line max-lines-per-function -- Its functions share one state, which nothing else may touch.
export function localProvider(options: LocalProviderOptions): Provider {
  const { env, dataDir, runtime, soundRuntime, pictureRuntime, scratchDir = dataDir, idleMs, logger } = options
  const memoryLimit = memoryLimitOf(env)
  // One core stays free for the pages.
  const threads = env.LOCAL_MODELS_THREADS ?? Math.max(1, availableParallelism() - 1)
  const processes = openLocalProcesses({ memoryLimit, ...(idleMs !== undefined && { idleMs }), ...(logger && { logger }) })
  const given = { text: runtime, sound: soundRuntime, picture: pictureRuntime }
  const runtimeFor = (model: LocalModel) => given[runtimeOf(model.kind)] ?? runtimeFolder(dataDir, runtimeOf(model.kind))
  const path = (name: string) => pathOf(dataDir, { name })

  function requireMemory({ id, memory }: LocalModel): void {
    if (memory <= memoryLimit) return
    throw new ProviderError(
      'provider_auth',
      `local: ${id} needs ${Math.round(memory / 1e6)} MB of memory, ${Math.round(memoryLimit / 1e6)} MB are allowed`,
    )
  }

  function open(model: LocalModel): KindModel {
    if (model.kind === 'text') return openText(model)
    if (model.kind === 'embedding') return openEmbedding(model)
    if (model.kind === 'image' || model.kind === 'image_edit')
      return openLocalImages(model, { processes, scratchDir, runtime: runtimeFor(model), threads, path, requireMemory })
    return model.kind === 'speech' ? openSpeech(model) : openTranscription(model)
  }

  const llamaSettings = (model: LocalModel & { kind: 'text' | 'embedding' }) => ({
    child: 'llama' as const,
    purpose: model.kind,
    runtime: runtimeFor(model),
    model: path(model.files[0]?.name ?? ''),
    threads,
    contextLength: model.contextLength,
  })

  function openEmbedding(model: LocalModel & { kind: 'embedding' }): EmbeddingModel {
    return {
      kind: 'embedding',
      async embed({ texts, signal }) {
        requireMemory(model)
        const job = { texts: [...texts] }
        const { vectors, inputTokens } = await processes.run(llamaSettings(model), job, { signal, result: embeddedSchema })
        return { vectors, usage: { inputTokens, outputTokens: 0 } }
      },
    }
  }

  function openText(model: LocalModel & { kind: 'text' }): TextModel {
    const settings = llamaSettings(model)
    const text: TextModel = {
      kind: 'text',
      tagged: true,
      async stream({ system, turns, maxOutputTokens = model.contextLength, options: chosen, asked, signal, onText, onUsage }) {
        requireMemory(model)
        const { settings: wanted = {}, format } = asked ?? {}
        const job = {
          system,
          turns: turns.flatMap(({ role, text }) => (role === 'tool' ? [] : [{ role, text }])),
          maxTokens: maxOutputTokens,
          temperature: wanted.temperature ?? (typeof chosen.temperature === 'number' ? chosen.temperature : 0.7),
          ...(wanted.topP !== undefined && { topP: wanted.topP }),
          ...(wanted.seed !== undefined && { seed: wanted.seed }),
          stop: wanted.stop ?? readStops(chosen.stop),
          json: format !== undefined || chosen.json === true,
          ...(format?.schema && { schema: grammarSchemaOf(format.schema) }),
        }
        const { inputTokens, outputTokens, cut } = await processes.run(settings, job, { signal, onText, result: llamaAnswerSchema })
        onUsage?.({ inputTokens, outputTokens })
        return { inputTokens, outputTokens, cut }
      },
    }
    // A schema that no grammar expresses is asked for in words, checked, and asked for once more.
    const asked = followingSchema(text, { json: 'object' })
    const isGrammar = (schema: JsonSchema | undefined) => !schema || grammarSchemaOf(schema) !== undefined
    return { ...text, stream: (call) => (isGrammar(call.asked?.format?.schema) ? text : asked).stream(call) }
  }

  function openTranscription(model: LocalModel & { kind: 'transcription' }): TranscriptionModel {
    const [encoder, decoder, tokens, vad] = model.files.map(({ name }) => path(name))
    const files = { encoder: encoder ?? '', decoder: decoder ?? '', tokens: tokens ?? '', vad: vad ?? '' }
    const settings = { child: 'sherpa' as const, kind: 'transcription' as const, runtime: runtimeFor(model), threads, ...files }
    return {
      kind: 'transcription',
      async transcribe({ inputs: [recording], options: { language }, signal }) {
        requireMemory(model)
        if (!recording) throw new ProviderError('invalid_input', 'local: there is no recording')
        const spoken = typeof language === 'string' && language !== 'auto' ? language : ''
        const job = { kind: 'transcription' as const, recording: recording.path, language: spoken }
        const { language: heard, segments } = await processes.run(settings, job, { signal, result: heardSchema })
        return { language: heard, segments, text: segments.map(({ text }) => text).join(' ') }
      },
    }
  }

  function openSpeech(model: LocalModel & { kind: 'speech' }): SpeechModel {
    const { family, folder, model: file, voices } = model
    const settings = {
      child: 'sherpa' as const,
      kind: 'speech' as const,
      runtime: runtimeFor(model),
      threads,
      family,
      folder: path(folder),
      model: file,
    }
    return {
      kind: 'speech',
      async speak({ text, options: { voice, speed }, signal }) {
        requireMemory(model)
        const output = join(scratchDir, `${randomUUID()}.wav`)
        const sid = voices.find(({ name }) => name === voice)?.sid ?? 0
        const job = { kind: 'speech' as const, text, sid, speed: typeof speed === 'number' ? speed : 1, output }
        try {
          await processes.run(settings, job, { signal, result: spokenSchema })
          return { results: [{ bytes: await readFile(output) }], usage: { runs: 1, characters: text.length } }
        } finally {
          await rm(output, { force: true })
        }
      },
    }
  }

  /** The last reading of the folders. Every page lists models, and a reading asks for each file of the catalogue. */
  let last: { state: string; at: number; list: Promise<Installed> } | undefined

  async function installed(): Promise<Installed> {
    const state = stateOfFolders(dataDir)
    const now = performance.now()
    if (last?.state === state && now - last.at < rereadAfterMs) return last.list
    const reading = { state, at: now, list: readInstalled() }
    last = reading
    reading.list.catch(() => last === reading && (last = undefined))
    return reading.list
  }

  async function readInstalled(): Promise<Installed> {
    const ready = await Promise.all(runtimeIds.map(async (id) => given[id] !== undefined || (await isRuntimeInstalled(dataDir, id))))
    const isReady = new Set(runtimeIds.filter((_, index) => ready[index]))
    const models = (await installedModels(dataDir)).filter(({ kind }) => isReady.has(runtimeOf(kind)))
    return { models, described: models.map(describe) }
  }

  return connectedProvider({
    id: 'local',
    name: 'local',
    models: async () => (await installed()).described,
    async open({ id }) {
      const model = (await installed()).models.find((one) => id === `local/${one.id}`)
      if (!model) throw new ProviderError('provider_auth', 'local: the model is gone')
      return open(model)
    },
    receive: options.receive ?? (async (raw, received) => (await import('../connected/receive-result.ts')).receiveResult(raw, received)),
    scratchDir,
    // Others wait in the queue of runs, and not in that of the model.
    limits: { concurrent: 1 },
    times: patientTimes,
    unbilled: true,
    close: () => processes.close(),
  })
}

type Installed = { models: LocalModel[]; described: CatalogueModel[] }

/**
 * Changes when an entry of the folders appears, goes or gets another name. Synchronous, because each page asks: a wait for another thread
 * costs more than the answer.
 */
const stateOfFolders = (dataDir: string): string =>
  [modelFolder(dataDir), runtimesFolder(dataDir)].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs).join()

function describe(model: LocalModel): CatalogueModel {
  const known = {
    id: `local/${model.id}`,
    model: model.id,
    name: brand(model.name),
    description,
    price: { base: config.localModels.pricePerRun[model.kind], per: null },
  }
  if (model.kind === 'image' || model.kind === 'image_edit') return { ...known, ...describeLocalImages(model) }
  if (model.kind === 'transcription')
    return {
      ...known,
      via: 'transcription',
      type: 'audio',
      task: 'transcribe',
      options: { language: option.language },
      inputs: [input.recording()],
      prompt: promptFor('transcription', 0),
    }
  if (model.kind === 'speech')
    return {
      ...known,
      via: 'speech',
      type: 'audio',
      options: {
        ...(model.voices.length > 1 && { voice: option.voice(Object.fromEntries(model.voices.map(({ name }) => [name, name]))) }),
        speed: option.speed(0.5, 2),
      },
      inputs: [],
      prompt: promptFor('speech', longestSpeech),
    }
  if (model.kind === 'embedding')
    return {
      ...known,
      via: 'embedding',
      type: 'text',
      task: 'embed',
      options: {},
      inputs: [],
      prompt: promptFor('embedding', 0),
      contextTokens: model.contextLength,
    }
  return {
    ...known,
    via: 'text',
    type: 'text',
    options: {
      system: option.system,
      max_output_tokens: option.longest(longestAnswer),
      temperature: option.temperature(2, 0.7),
      json: option.json,
      stop: option.stop,
    },
    inputs: [],
    prompt: promptFor('text', 12_000),
    maxOutputTokens: longestAnswer,
    history: true,
    can: { json: 'schema', settings: ['maxOutputTokens', 'temperature', 'topP', 'seed', 'stop'] },
    contextTokens: model.contextLength,
  }
}
