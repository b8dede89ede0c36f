import { type EngineCapabilities, type EngineModel, engineModels } from '../../engine/protocol.ts'
import { voices } from '../../engine/voices.ts'
import type { ServerText } from '../../i18n.ts'
import type { ModelOption, ProviderModel } from '../provider.ts'

/** Largest seed that every generator in the engine takes. */
const maxSeed = 2 ** 31 - 1
/** As much as can be summarised or composed without keeping others waiting. */
const promptLimits = { text: 20_000, speech: 5_000, scene: 2_000 }

const titles = {
  aspect: /*i18n*/ { id: 'option.aspect', message: 'Shape' },
  duration: /*i18n*/ { id: 'option.duration', message: 'Length' },
  format: /*i18n*/ { id: 'option.format', message: 'File format' },
  seed: /*i18n*/ { id: 'option.seed', message: 'Seed' },
  sound: /*i18n*/ { id: 'option.sound', message: 'Sound' },
  voice: /*i18n*/ { id: 'option.voice', message: 'Voice' },
  speed: /*i18n*/ { id: 'option.speed', message: 'Speed' },
  task: /*i18n*/ { id: 'option.task', message: 'Make' },
  length: /*i18n*/ { id: 'option.length', message: 'Length of the text' },
}

const aspects = (values: string[], preset: string): ModelOption => ({
  type: 'string',
  title: titles.aspect,
  enum: values,
  default: preset,
  'x-control': 'ratio',
})
const formats = (values: string[], preset: string): ModelOption => ({
  type: 'string',
  title: titles.format,
  enum: values,
  default: preset,
  'x-labels': Object.fromEntries(values.map((value) => [value, value === 'webp' ? 'WebP' : value.toUpperCase()])),
  'x-control': 'segmented',
})
const seconds = (minimum: number, maximum: number, preset: number): ModelOption => ({
  type: 'integer',
  title: titles.duration,
  minimum,
  maximum,
  default: preset,
  'x-control': 'slider',
  'x-unit': 'second',
})
const seed: ModelOption = { type: 'integer', title: titles.seed, minimum: 0, maximum: maxSeed, 'x-control': 'seed' }

const voiceNames: Record<(typeof voices)[number]['id'], ServerText> = {
  auto: /*i18n*/ { id: 'voice.auto', message: 'By the language of the text' },
  'en-us': /*i18n*/ { id: 'voice.en_us', message: 'English, American' },
  'en-us+f3': /*i18n*/ { id: 'voice.en_us_female', message: 'English, American, female' },
  'en-gb': /*i18n*/ { id: 'voice.en_gb', message: 'English, British' },
  'en-gb+f2': /*i18n*/ { id: 'voice.en_gb_female', message: 'English, British, female' },
  'en-gb-scotland': /*i18n*/ { id: 'voice.en_scotland', message: 'English, Scottish' },
  'en-us+m7': /*i18n*/ { id: 'voice.en_deep', message: 'English, deep' },
  'en-us+whisper': /*i18n*/ { id: 'voice.en_whisper', message: 'English, whispering' },
  ru: /*i18n*/ { id: 'voice.ru', message: 'Russian' },
  'ru+f2': /*i18n*/ { id: 'voice.ru_female', message: 'Russian, female' },
  'ru+f4': /*i18n*/ { id: 'voice.ru_female_high', message: 'Russian, female, lighter' },
  'ru+m7': /*i18n*/ { id: 'voice.ru_deep', message: 'Russian, deep' },
  'ru+whisper': /*i18n*/ { id: 'voice.ru_whisper', message: 'Russian, whispering' },
}

const models: Record<EngineModel, Omit<ProviderModel, 'id' | 'provider' | 'unavailable'>> = {
  'sketch-image': {
    type: 'image',
    name: /*i18n*/ { id: 'model.sketch_image', message: 'Sketch Picture' },
    description: /*i18n*/ {
      id: 'model.sketch_image.description',
      message: 'Draws landscapes, cities, space and patterns from the words of your prompt. Procedural, not AI; works offline.',
    },
    price: { base: 4, per: null },
    options: { aspect: aspects(['1:1', '4:3', '3:4', '16:9', '9:16'], '1:1'), format: formats(['png', 'webp'], 'webp'), seed },
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
      message: 'Brings a drawn scene to life with a moving camera, weather and music. Procedural, not AI; works offline.',
    },
    price: { base: 0, per: { measure: 'duration', every: 1, tokens: 3 } },
    options: {
      aspect: aspects(['16:9', '9:16', '1:1'], '16:9'),
      duration: seconds(3, 10, 5),
      sound: {
        type: 'string',
        title: titles.sound,
        enum: ['music', 'none'],
        default: 'music',
        'x-labels': { music: /*i18n*/ { id: 'sound.music', message: 'Music' }, none: /*i18n*/ { id: 'sound.none', message: 'Silent' } },
        'x-control': 'segmented',
      },
      seed,
    },
    prompt: {
      placeholder: /*i18n*/ { id: 'model.sketch_video.placeholder', message: 'Snow falling on mountains at dawn' },
      maxLength: promptLimits.scene,
      examples: [
        /*i18n*/ { id: 'example.video.1', message: 'Waves on the sea at sunset' },
        /*i18n*/ { id: 'example.video.2', message: 'Snow falling on mountains at dawn' },
        /*i18n*/ { id: 'example.video.3', message: 'Calm night city, rain and lights' },
      ],
    },
  },
  'sketch-speech': {
    type: 'audio',
    name: /*i18n*/ { id: 'model.sketch_speech', message: 'Sketch Speech' },
    description: /*i18n*/ {
      id: 'model.sketch_speech.description',
      message: 'Reads your text aloud in English or Russian. A classic synthetic voice, not AI; works offline.',
    },
    price: { base: 0, per: { measure: 'prompt_characters', every: 250, tokens: 1 } },
    options: {
      voice: {
        type: 'string',
        title: titles.voice,
        enum: voices.map(({ id }) => id),
        default: 'auto',
        'x-labels': voiceNames,
        'x-control': 'select',
      },
      speed: {
        type: 'number',
        title: titles.speed,
        minimum: 0.5,
        maximum: 2,
        multipleOf: 0.05,
        default: 1,
        'x-control': 'slider',
        'x-unit': 'factor',
      },
      format: formats(['mp3', 'wav'], 'mp3'),
    },
    prompt: {
      placeholder: /*i18n*/ { id: 'model.sketch_speech.placeholder', message: 'Paste or type the text to be read aloud' },
      maxLength: promptLimits.speech,
      examples: [
        /*i18n*/ { id: 'example.speech.1', message: 'Good evening. Your picture is ready, and the tea is getting cold.' },
        /*i18n*/ { id: 'example.speech.2', message: 'The quick brown fox jumps over the lazy dog.' },
      ],
    },
  },
  'sketch-music': {
    type: 'audio',
    name: /*i18n*/ { id: 'model.sketch_music', message: 'Sketch Music' },
    description: /*i18n*/ {
      id: 'model.sketch_music.description',
      message: 'Composes a short piece in the mood and tempo you describe. Procedural, not AI; works offline.',
    },
    price: { base: 0, per: { measure: 'duration', every: 10, tokens: 2 } },
    options: { duration: seconds(5, 60, 20), format: formats(['mp3', 'wav'], 'mp3'), seed },
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
        'Shortens a text you paste: summary, key points, outline or headlines, in its own sentences. Not a language model; works offline.',
    },
    price: { base: 1, per: null },
    options: {
      task: {
        type: 'string',
        title: titles.task,
        enum: ['summary', 'key-points', 'outline', 'headlines'],
        default: 'summary',
        'x-labels': {
          summary: /*i18n*/ { id: 'task.summary', message: 'Summary' },
          'key-points': /*i18n*/ { id: 'task.key_points', message: 'Key points' },
          outline: /*i18n*/ { id: 'task.outline', message: 'Outline' },
          headlines: /*i18n*/ { id: 'task.headlines', message: 'Headlines' },
        },
        'x-control': 'select',
      },
      length: {
        type: 'string',
        title: titles.length,
        enum: ['short', 'medium', 'long'],
        default: 'medium',
        'x-labels': {
          short: /*i18n*/ { id: 'length.short', message: 'Short' },
          medium: /*i18n*/ { id: 'length.medium', message: 'Medium' },
          long: /*i18n*/ { id: 'length.long', message: 'Long' },
        },
        'x-control': 'segmented',
      },
    },
    prompt: {
      placeholder: /*i18n*/ { id: 'model.sketch_text.placeholder', message: 'Paste a text of a few sentences or more' },
      maxLength: promptLimits.text,
      examples: [
        /*i18n*/ {
          id: 'example.text.1',
          message:
            'The city council approved a plan to widen its bicycle network over the next five years. It adds 120 kilometres of protected lanes and repairs existing paths. Council members said that protected lanes reduce injuries and bring more people to work by bicycle. Some shop owners worry about parking in front of their doors. The city will pay with a state grant and slightly higher parking fees. Work begins in spring near the university.',
        },
      ],
    },
  },
}

/** The engine's models, with what this machine lacks for each. */
export function describeSketchModels(capabilities: EngineCapabilities): ProviderModel[] {
  return engineModels.map((id) => ({ ...models[id], id, provider: 'sketch', unavailable: reasonOf(capabilities[id]) }))
}

function reasonOf(lack: { missing: string[] } | null): ProviderModel['unavailable'] {
  if (!lack) return null
  return {
    text: /*i18n*/ {
      id: 'model.sketch.unavailable',
      message: 'This server lacks an optional package: {packages}. Its operator can install it.',
    },
    values: { packages: lack.missing.join(', ') },
  }
}
