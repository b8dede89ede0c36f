import { availableParallelism } from 'node:os'
import type { Env } from '../../env.ts'
import type { ServerText } from '../../i18n.ts'
import { brand, option, promptFor } from '../catalogue-options.ts'
import type { CatalogueModel } from '../catalogue-model.ts'
import { connectedProvider } from '../connected/connected-provider.ts'
import type { TextModel } from '../kinds.ts'
import { type Provider, ProviderError } from '../provider.ts'
import type { LocalModel } from './catalogue.ts'
import { memoryLimitOf } from './memory-limit.ts'
import { installedModels, pathOf } from './model-folder.ts'
import { type LlamaLogger, openLlama } from './open-llama.ts'
import { isRuntimeInstalled, runtimeFolder } from './runtime.ts'

export type LocalProviderOptions = {
  env: Pick<Env, 'LOCAL_MODELS_MEMORY_MB' | 'LOCAL_MODELS_THREADS'>
  dataDir: string
  /** The folder of the runtime, if it is not the installed one. */
  runtime?: string
  idleMs?: number
  logger?: LlamaLogger
}

const description: ServerText = /*i18n*/ { id: 'model.local', message: 'Runs on this machine. No prompt leaves it.' }

/** Time in which a slow machine reads a long conversation before it writes the first word. */
const patientTimes = { textMs: 30 * 60_000, idleMs: 10 * 60_000 }
const longestAnswer = 2_048

/** The language models installed on this machine. They appear when their file and the runtime are in place, without a restart. */
export function localProvider({ env, dataDir, runtime = runtimeFolder(dataDir), idleMs, logger }: LocalProviderOptions): Provider {
  const memoryLimit = memoryLimitOf(env)
  // One core stays free for the pages.
  const threads = env.LOCAL_MODELS_THREADS ?? Math.max(1, availableParallelism() - 1)
  const llama = openLlama({ memoryLimit, ...(idleMs !== undefined && { idleMs }), ...(logger && { logger }) })

  function open(model: LocalModel): TextModel {
    return {
      kind: 'text',
      async stream({ system, turns, maxOutputTokens, options, signal, onText, onUsage }) {
        if (model.memory > memoryLimit)
          throw new ProviderError(
            'provider_auth',
            `local: ${model.id} needs ${Math.round(model.memory / 1e6)} MB of memory, ${Math.round(memoryLimit / 1e6)} MB are allowed`,
          )
        const settings = { runtime, model: pathOf(dataDir, model), threads, contextLength: model.contextLength }
        const temperature = typeof options.temperature === 'number' ? options.temperature : 0.7
        const job = { system, turns: turns.map(({ role, text }) => ({ role, text })), maxTokens: maxOutputTokens, temperature }
        const { inputTokens, outputTokens, cut } = await llama.answer(settings, job, { signal, onText })
        onUsage?.({ inputTokens, outputTokens })
        return { inputTokens, outputTokens, cut }
      },
    }
  }

  async function installed(): Promise<LocalModel[]> {
    const isReady = runtime !== runtimeFolder(dataDir) || (await isRuntimeInstalled(dataDir))
    return isReady ? installedModels(dataDir) : []
  }

  return connectedProvider({
    id: 'local',
    name: 'local',
    models: async () => (await installed()).map(describe),
    async open({ model: file }) {
      const model = (await installed()).find((one) => one.file === file)
      if (!model) throw new ProviderError('provider_auth', 'local: the model is gone')
      return open(model)
    },
    receive: () => Promise.reject(new ProviderError('internal', 'local: texts have no files')),
    scratchDir: dataDir,
    // Others wait in the queue of runs, and not in that of the model.
    limits: { concurrent: 1, ofProcess: true },
    times: patientTimes,
    unbilled: true,
    close: () => llama.close(),
  })
}

function describe({ id, name, file }: LocalModel): CatalogueModel {
  return {
    id: `local/${id}`,
    model: file,
    via: 'text',
    type: 'text',
    name: brand(name),
    description,
    price: { base: 0, per: null },
    options: {
      system: option.system,
      max_output_tokens: option.longest(longestAnswer),
      temperature: option.temperature(2, 0.7),
    },
    inputs: [],
    prompt: promptFor('text', 12_000),
    maxOutputTokens: longestAnswer,
    history: true,
  }
}
