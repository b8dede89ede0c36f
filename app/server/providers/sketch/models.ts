import type { EngineCapabilities } from '@quartet/engine/protocol/engine.ts'
import { type EngineModel, engineModels } from '@quartet/engine/protocol/models.ts'
import type { ProviderModel } from '../provider.ts'
import { sketchOptions } from './model-options.ts'

/** Characters; longer prompts would delay other jobs. */
const promptLimits = { text: 50_000, speech: 20_000, scene: 2_000 }

const models: Record<EngineModel, Omit<ProviderModel, 'id' | 'provider' | 'unavailable' | 'options'>> = {
  'sketch-image': {
    type: 'image',
    name: /*i18n*/ { id: 'model.sketch_image', message: 'Sketch Image' },
    description: /*i18n*/ {
      id: 'model.sketch_image.description',
      message: 'Draws landscapes, cities, space and patterns from your prompt. Procedural, not AI. Works offline.',
    },
    price: { base: 0, per: { measure: 'count', every: 1, tokens: 4 } },
    inputs: [
      { role: 'reference', types: ['image'], max: 1 },
      { role: 'source', types: ['image'], max: 1 },
    ],
    prompt: {
      placeholder: /*i18n*/ { id: 'model.sketch_image.placeholder', message: 'Sunset over a mountain lake, pine forest, mist' },
      maxLength: promptLimits.scene,
      examples: [
        /*i18n*/ { id: 'example.image.1', message: 'Sunset over a mountain lake, pine forest' },
        /*i18n*/ { id: 'example.image.2', message: 'City at night in the rain' },
        /*i18n*/ { id: 'example.image.3', message: 'Planet with rings and a violet nebula' },
      ],
    },
  },
  'sketch-video': {
    type: 'video',
    name: /*i18n*/ { id: 'model.sketch_video', message: 'Sketch Video' },
    description: /*i18n*/ {
      id: 'model.sketch_video.description',
      message:
        'Animates a drawn scene or your own image: camera moves, weather, changing light, music, narration. Procedural, not AI. Works offline.',
    },
    price: { base: 0, per: { measure: 'duration', every: 1, tokens: 3 } },
    inputs: [
      { role: 'first_frame', types: ['image'], max: 1 },
      { role: 'reference', types: ['image'], max: 1 },
    ],
    prompt: {
      placeholder: /*i18n*/ { id: 'model.sketch_video.placeholder', message: 'Snow falling on mountains at dawn' },
      maxLength: promptLimits.scene,
      examples: [
        /*i18n*/ { id: 'example.video.1', message: 'Waves on the sea at sunset' },
        /*i18n*/ { id: 'example.video.2', message: 'Mountain lake from day to night' },
        /*i18n*/ { id: 'example.video.3', message: 'Calm night city, rain and lights' },
      ],
    },
  },
  'sketch-speech': {
    type: 'audio',
    name: /*i18n*/ { id: 'model.sketch_speech', message: 'Sketch Speech' },
    description: /*i18n*/ {
      id: 'model.sketch_speech.description',
      message: 'Reads your text aloud in English or Russian. A classic synthetic voice, not AI. Works offline.',
    },
    price: { base: 0, per: { measure: 'prompt_characters', every: 250, tokens: 1 } },
    inputs: [],
    prompt: {
      placeholder: /*i18n*/ { id: 'model.sketch_speech.placeholder', message: 'Paste or type the text to read aloud' },
      maxLength: promptLimits.speech,
      examples: [
        /*i18n*/ { id: 'example.speech.1', message: 'Good evening. Your video is ready, and the tea is getting cold.' },
        /*i18n*/ { id: 'example.speech.2', message: 'The quick brown fox jumps over the lazy dog.' },
      ],
    },
  },
  'sketch-music': {
    type: 'audio',
    name: /*i18n*/ { id: 'model.sketch_music', message: 'Sketch Music' },
    description: /*i18n*/ {
      id: 'model.sketch_music.description',
      message: 'Composes a short piece in the mood and tempo you describe. Procedural, not AI. Works offline.',
    },
    price: { base: 0, per: { measure: 'duration', every: 10, tokens: 2 } },
    inputs: [],
    prompt: {
      placeholder: /*i18n*/ { id: 'model.sketch_music.placeholder', message: 'Calm piano, a little sad, slow' },
      maxLength: promptLimits.scene,
      examples: [
        /*i18n*/ { id: 'example.music.1', message: 'Calm and slow, a little sad' },
        /*i18n*/ { id: 'example.music.2', message: 'Bright dance tune, fast' },
        /*i18n*/ { id: 'example.music.3', message: 'Rainy night, quiet synthesizer' },
      ],
    },
  },
  'sketch-text': {
    type: 'text',
    name: /*i18n*/ { id: 'model.sketch_text', message: 'Sketch Text' },
    description: /*i18n*/ {
      id: 'model.sketch_text.description',
      message:
        'Works on text you paste: summary, key points, keywords, outline, headlines, search snippet, readability. Also writes haiku and verse. Not a language model. Works offline.',
    },
    price: { base: 1, per: null },
    inputs: [],
    prompt: {
      placeholder: /*i18n*/ {
        id: 'model.sketch_text.placeholder',
        message: 'Paste a text, or write: “Summarize: …”, “Key points: …”, “Write a haiku about rain”',
      },
      maxLength: promptLimits.text,
      examples: [
        /*i18n*/ { id: 'example.text.2', message: 'Write a haiku about autumn rain' },
        /*i18n*/ {
          id: 'example.text.3',
          message:
            'Key points: The library opened again after two years of repairs. The reading room is twice as large, and a new glass roof lets in daylight. Readers can pick up books around the clock from lockers at the entrance. In the first week eleven thousand people came.',
        },
        /*i18n*/ {
          id: 'example.text.1',
          message:
            'The city council approved a plan to widen its bicycle network over the next five years. It adds 120 kilometers of protected lanes and repairs existing paths. Council members said that protected lanes reduce injuries and bring more people to work by bicycle. Some shop owners worry about parking in front of their doors. The city will pay with a state grant and slightly higher parking fees. Work begins in spring near the university.',
        },
      ],
    },
  },
  'sketch-join': {
    type: 'video',
    task: 'join_videos',
    name: /*i18n*/ { id: 'model.sketch_join', message: 'Join videos' },
    description: /*i18n*/ {
      id: 'model.sketch_join.description',
      message: 'Joins videos in your order, with cuts or cross-fades. The first one sets the size and the frame rate. Works offline.',
    },
    price: { base: 0, per: { measure: 'input_duration', every: 10, tokens: 1 } },
    // Two minutes each, because their sound is in memory.
    inputs: [{ role: 'source', types: ['video'], min: 2, max: 8, required: true, max_seconds: 120 }],
    prompt: {
      placeholder: /*i18n*/ { id: 'model.sketch_join.placeholder', message: 'This model takes videos instead of a prompt' },
      maxLength: 0,
      examples: [],
    },
  },
  'sketch-film': {
    type: 'video',
    task: 'assemble_film',
    name: /*i18n*/ { id: 'model.sketch_film', message: 'Film' },
    description: /*i18n*/ {
      id: 'model.sketch_film.description',
      message:
        'Makes one video of a film’s shots, words and music. Whatever isn’t made yet is drawn as a storyboard card or read by a built-in voice. Works offline.',
    },
    price: { base: 0, per: { measure: 'duration', every: 5, tokens: 1 }, factors: { resolution: { '720p': 2, '1080p': 4 } } },
    inputs: [],
    prompt: {
      placeholder: /*i18n*/ { id: 'model.sketch_film.placeholder', message: 'This model takes a film instead of a prompt' },
      maxLength: 0,
      examples: [],
    },
  },
}

/** Describes the engine's models, with the packages that each lacks on this machine. */
export function describeSketchModels(capabilities: EngineCapabilities): ProviderModel[] {
  return engineModels.map((id) => ({
    ...models[id],
    options: sketchOptions[id],
    id,
    provider: 'sketch',
    unavailable: reasonOf(capabilities[id]),
  }))
}

function reasonOf(lack: { missing: string[] } | null): ProviderModel['unavailable'] {
  if (!lack) return null
  return {
    text: /*i18n*/ {
      id: 'model.sketch.unavailable',
      message: 'This server is missing an optional package: {packages}. Its administrator can install it.',
    },
    values: { packages: lack.missing.join(', ') },
  }
}
