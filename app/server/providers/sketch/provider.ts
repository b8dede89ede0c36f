import * as v from 'valibot'
import type { GenerationErrorCode } from '#app/contract/errors.ts'
import {
  aspects,
  type Engine,
  EngineError,
  type EngineErrorClass,
  type EngineJob,
  pictureStyles,
  soundFormats,
} from '../../engine/protocol.ts'
import { voices } from '../../engine/voices.ts'
import { type Provider, ProviderError, type RunRequest } from '../provider.ts'
import { describeSketchModels } from './models.ts'
import { understand } from './understand.ts'

const seed = v.pipe(v.number(), v.integer(), v.minValue(0))
const duration = v.pipe(v.number(), v.integer())
const job = v.variant('model', [
  v.object({
    model: v.literal('sketch-image'),
    prompt: v.string(),
    options: v.object({
      aspect: v.picklist(aspects),
      size: v.picklist(['512', '1024', '1536', '2048']),
      style: v.picklist(pictureStyles),
      negative: v.string(),
      count: v.pipe(v.number(), v.integer()),
      transparent: v.boolean(),
      format: v.picklist(['png', 'webp', 'avif']),
      embed_prompt: v.boolean(),
      seed,
    }),
  }),
  v.object({
    model: v.literal('sketch-video'),
    prompt: v.string(),
    options: v.object({
      aspect: v.picklist(aspects),
      resolution: v.picklist(['480p', '720p', '1080p']),
      fps: v.picklist(['24', '30']),
      duration,
      style: v.picklist(pictureStyles),
      camera: v.picklist(['auto', 'pan', 'zoom-in', 'zoom-out', 'tilt', 'orbit', 'still']),
      negative: v.string(),
      sound: v.picklist(['music', 'narration', 'both', 'none']),
      narration: v.string(),
      voice: v.picklist(voices.map(({ id }) => id)),
      subtitles: v.picklist(['none', 'burnt', 'webvtt']),
      format: v.picklist(['mp4', 'webm']),
      embed_prompt: v.boolean(),
      seed,
    }),
  }),
  v.object({
    model: v.literal('sketch-speech'),
    prompt: v.string(),
    options: v.object({
      voice: v.picklist(voices.map(({ id }) => id)),
      speed: v.number(),
      pitch: v.number(),
      pauses: v.number(),
      format: v.picklist(soundFormats),
      subtitles: v.picklist(['none', 'srt', 'webvtt']),
      embed_prompt: v.boolean(),
    }),
  }),
  v.object({
    model: v.literal('sketch-music'),
    prompt: v.string(),
    options: v.object({
      duration,
      genre: v.picklist(['auto', 'ambient', 'lo-fi', 'synthwave', 'waltz', 'march', 'techno', 'folk', 'cinematic']),
      tempo: v.number(),
      key: v.picklist(['auto', 'C', 'D', 'E', 'F', 'G', 'A', 'B']),
      loop: v.boolean(),
      format: v.picklist(soundFormats),
      embed_prompt: v.boolean(),
      seed,
    }),
  }),
  v.object({
    model: v.literal('sketch-text'),
    prompt: v.string(),
    options: v.object({
      task: v.picklist(['summary', 'key-points', 'keywords', 'outline', 'headlines', 'search-snippet', 'readability', 'verse']),
      length: v.picklist(['short', 'medium', 'long']),
    }),
  }),
])

/** The built-in engine, spoken to like any other provider. */
export function sketchProvider(engine: Engine): Provider {
  return {
    id: 'sketch',
    builtIn: true,
    models: async () => describeSketchModels(await engine.capabilities()),
    understand,
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

function toJob({ model, prompt, options, inputs }: RunRequest): EngineJob {
  const parsed = v.safeParse(job, { model, prompt, options })
  if (!parsed.success) throw new ProviderError('invalid_input', `the engine does not take these options for ${model}`)
  return { ...parsed.output, inputs }
}

const codes: Record<EngineErrorClass, GenerationErrorCode> = {
  canceled: 'temporary',
  invalid_input: 'invalid_input',
  unavailable: 'provider_auth',
  // The engine has run it once more by itself.
  crashed: 'internal',
  internal: 'internal',
}

/** What the engine names itself has words of its own; people meet these often. */
const namedInputs = ['text_too_short', 'nothing_to_say', 'no_language_model'] as const

function codeOf(error: EngineError): GenerationErrorCode {
  const named = error.class === 'invalid_input' ? namedInputs.find((code) => code === error.message) : undefined
  return named ?? codes[error.class]
}
