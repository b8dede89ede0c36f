import * as v from 'valibot'
import type { GenerationErrorCode } from '#app/contract/errors.ts'
import { type Engine, EngineError, type EngineErrorClass, type EngineJob } from '../../engine/protocol.ts'
import { voices } from '../../engine/voices.ts'
import { type Provider, ProviderError, type RunRequest } from '../provider.ts'
import { describeSketchModels } from './models.ts'

const seed = v.pipe(v.number(), v.integer(), v.minValue(0))
const duration = v.pipe(v.number(), v.integer())
const job = v.variant('model', [
  v.object({
    model: v.literal('sketch-image'),
    prompt: v.string(),
    options: v.object({ aspect: v.picklist(['1:1', '4:3', '3:4', '16:9', '9:16']), format: v.picklist(['png', 'webp']), seed }),
  }),
  v.object({
    model: v.literal('sketch-video'),
    prompt: v.string(),
    options: v.object({ aspect: v.picklist(['16:9', '9:16', '1:1']), duration, sound: v.picklist(['music', 'none']), seed }),
  }),
  v.object({
    model: v.literal('sketch-speech'),
    prompt: v.string(),
    options: v.object({ voice: v.picklist(voices.map(({ id }) => id)), speed: v.number(), format: v.picklist(['mp3', 'wav']) }),
  }),
  v.object({
    model: v.literal('sketch-music'),
    prompt: v.string(),
    options: v.object({ duration, format: v.picklist(['mp3', 'wav']), seed }),
  }),
  v.object({
    model: v.literal('sketch-text'),
    prompt: v.string(),
    options: v.object({
      task: v.picklist(['summary', 'key-points', 'outline', 'headlines']),
      length: v.picklist(['short', 'medium', 'long']),
    }),
  }),
])

/** The built-in engine, spoken to like any other provider. */
export function sketchProvider(engine: Engine): Provider {
  return {
    id: 'sketch',
    models: async () => describeSketchModels(await engine.capabilities()),
    async run(request, { signal, onProgress, onText }) {
      try {
        return await engine.run(toJob(request), { signal, onProgress, onText })
      } catch (error) {
        throw error instanceof EngineError ? new ProviderError(codeOf(error), error.message, { cause: error }) : error
      }
    },
    close: () => engine.close(),
  }
}

function toJob({ model, prompt, options }: RunRequest): EngineJob {
  const parsed = v.safeParse(job, { model, prompt, options })
  if (!parsed.success) throw new ProviderError('invalid_input', `the engine does not take these options for ${model}`)
  return parsed.output
}

const codes: Record<EngineErrorClass, GenerationErrorCode> = {
  canceled: 'temporary',
  invalid_input: 'invalid_input',
  unavailable: 'provider_auth',
  crashed: 'temporary',
  internal: 'internal',
}

/** The engine names two inputs that people meet often; those have words of their own. */
function codeOf(error: EngineError): GenerationErrorCode {
  if (error.class === 'invalid_input' && (error.message === 'text_too_short' || error.message === 'nothing_to_say')) return error.message
  return codes[error.class]
}
