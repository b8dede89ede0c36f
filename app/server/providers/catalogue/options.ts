import type { ModelInput } from '#app/contract/runs/models.ts'
import type { FileKind } from '#app/contract/base/values.ts'
import type { ServerText } from '../../i18n.ts'
import type { ModelOption } from '../provider.ts'

/** A name that is the same in every language. */
export const brand = (name: string): ServerText => ({ id: 'brand', message: name, own: { en: name, ru: name } })

const titles = {
  aspect: /*i18n*/ { id: 'option.aspect', message: 'Aspect ratio' },
  count: /*i18n*/ { id: 'option.count', message: 'Number of results' },
  duration: /*i18n*/ { id: 'option.duration', message: 'Length' },
  quality: /*i18n*/ { id: 'option.quality', message: 'Quality' },
  resolution: /*i18n*/ { id: 'option.resolution', message: 'Resolution' },
  seed: /*i18n*/ { id: 'option.seed', message: 'Seed' },
  voice: /*i18n*/ { id: 'option.voice', message: 'Voice' },
  speed: /*i18n*/ { id: 'option.speed', message: 'Speed' },
  format: /*i18n*/ { id: 'option.format', message: 'File format' },
  negative: /*i18n*/ { id: 'option.negative', message: 'Exclude' },
  sound: /*i18n*/ { id: 'option.with_sound', message: 'With sound' },
  lyrics: /*i18n*/ { id: 'option.lyrics', message: 'Lyrics (leave empty to have them written)' },
  seamless: /*i18n*/ { id: 'option.seamless', message: 'Seamless loop' },
  instrumental: /*i18n*/ { id: 'option.instrumental', message: 'Instrumental' },
  system: /*i18n*/ { id: 'option.system', message: 'Instructions for the model' },
  max_output_tokens: /*i18n*/ { id: 'option.max_output_tokens', message: 'Maximum length, in word pieces' },
  temperature: /*i18n*/ { id: 'option.temperature', message: 'Creativity' },
  language: /*i18n*/ { id: 'option.language', message: 'Language' },
  speakers: /*i18n*/ { id: 'option.speakers', message: 'Tell speakers apart' },
  terms: /*i18n*/ { id: 'option.terms', message: 'Names and terms, separated by commas' },
  steps: /*i18n*/ { id: 'option.steps', message: 'Steps' },
  cfg: /*i18n*/ { id: 'option.cfg', message: 'Prompt adherence' },
  sampler: /*i18n*/ { id: 'option.sampler', message: 'Sampler' },
  strength: /*i18n*/ { id: 'option.strength', message: 'How much to change the image' },
  frames: /*i18n*/ { id: 'option.frames', message: 'Frames' },
  search: /*i18n*/ { id: 'option.search', message: 'Search the web' },
  links: /*i18n*/ { id: 'option.links', message: 'Read linked pages' },
  code: /*i18n*/ { id: 'option.code', message: 'Run code' },
  images: /*i18n*/ { id: 'option.images', message: 'Create images' },
  json: /*i18n*/ { id: 'option.json', message: 'Answer in JSON' },
  stop: /*i18n*/ { id: 'option.stop', message: 'Stop before this text' },
  thinking: /*i18n*/ { id: 'option.thinking', message: 'Show thinking' },
  effort: /*i18n*/ { id: 'option.effort', message: 'Thinking effort' },
  events: /*i18n*/ { id: 'option.sound_events', message: 'Mark laughter, applause and other sounds' },
  shots: /*i18n*/ { id: 'option.shots', message: 'Several shots' },
  transparent: /*i18n*/ { id: 'option.transparent', message: 'Transparent background' },
  fit: /*i18n*/ { id: 'option.fit', message: 'If video and speech differ in length' },
  scale: /*i18n*/ { id: 'option.scale', message: 'Enlargement' },
  left: /*i18n*/ { id: 'option.left', message: 'Extended left, px' },
  right: /*i18n*/ { id: 'option.right', message: 'Extended right, px' },
  up: /*i18n*/ { id: 'option.up', message: 'Extended at the top, px' },
  down: /*i18n*/ { id: 'option.down', message: 'Extended at the bottom, px' },
  dimensions: /*i18n*/ { id: 'option.dimensions', message: 'Numbers of a vector' },
}
/** The titles by the names that the adapters know. */
export const optionTitles: Readonly<Record<string, ServerText>> = titles

const qualities = {
  low: /*i18n*/ { id: 'option.quality.low', message: 'Draft' },
  medium: /*i18n*/ { id: 'option.quality.medium', message: 'Good' },
  high: /*i18n*/ { id: 'option.quality.high', message: 'Best' },
  xhigh: /*i18n*/ { id: 'option.quality.xhigh', message: 'Finer' },
  max: /*i18n*/ { id: 'option.quality.max', message: 'Finest' },
}

/** The label of a value with which nothing is sent. */
export const automatic: ServerText = /*i18n*/ { id: 'option.effort.auto', message: 'Automatic' }
/** From the least to the most thinking. */
const efforts = {
  none: /*i18n*/ { id: 'option.effort.none', message: 'No thinking' },
  minimal: /*i18n*/ { id: 'option.effort.minimal', message: 'Minimal' },
  low: /*i18n*/ { id: 'option.effort.low', message: 'Low' },
  medium: /*i18n*/ { id: 'option.effort.medium', message: 'Medium' },
  high: /*i18n*/ { id: 'option.effort.high', message: 'High' },
  xhigh: /*i18n*/ { id: 'option.effort.xhigh', message: 'Very high' },
  max: /*i18n*/ { id: 'option.effort.max', message: 'Maximum' },
}
export type Effort = keyof typeof efforts

const effortOrder: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Returns the levels among these, in our order. */
export const effortsAmong = (names: readonly (string | null)[]): Effort[] => effortOrder.filter((level) => names.includes(level))
const fits = {
  loop: /*i18n*/ { id: 'option.fit.loop', message: 'Repeat the video' },
  bounce: /*i18n*/ { id: 'option.fit.bounce', message: 'Play the video back and forth' },
  silence: /*i18n*/ { id: 'option.fit.silence', message: 'Fill up with silence' },
  remap: /*i18n*/ { id: 'option.fit.remap', message: 'Change the speed of the video' },
}

const detected: ServerText = /*i18n*/ { id: 'option.language.auto', message: 'Detect automatically' }

/** Languages that all models of speech recognition know, most spoken here first. */
const spoken = ['en', 'ru', 'ar', 'de', 'es', 'fr', 'hi', 'it', 'ja', 'kk', 'ko', 'nl', 'pl', 'pt', 'tr', 'uk', 'zh']

const languageNames = { en: new Intl.DisplayNames('en', { type: 'language' }), ru: new Intl.DisplayNames('ru', { type: 'language' }) }
const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

function languageName(code: string): ServerText {
  const own = { en: languageNames.en.of(code) ?? code, ru: capitalized(languageNames.ru.of(code) ?? code) }
  return { id: 'language', message: own.en, own }
}

const valueLabels: Readonly<Record<string, Readonly<Record<string, ServerText>>>> = {
  effort: { auto: automatic, ...efforts },
  quality: qualities,
  fit: fits,
  language: { auto: detected },
}
/** Returns the label of a value, by the names of options that the adapters know. */
export function usualLabel(name: string, value: string): ServerText | undefined {
  const known = valueLabels[name]
  if (known && Object.hasOwn(known, value)) return known[value]
  return name === 'language' && /^[a-z]{2,3}$/.test(value) ? languageName(value) : undefined
}

/** The options that models share; adapters rely on these names. */
export const option = {
  aspect: (values: readonly string[]): ModelOption => ({
    type: 'string',
    title: titles.aspect,
    enum: [...values],
    default: values[0] ?? '1:1',
    'x-control': 'ratio',
  }),
  count: (most: number): ModelOption => ({
    type: 'integer',
    title: titles.count,
    minimum: 1,
    maximum: most,
    default: 1,
    'x-group': 'more',
  }),
  seconds: ({ from, to, step = 1, preset = from }: { from: number; to: number; step?: number; preset?: number }): ModelOption => ({
    type: 'integer',
    title: titles.duration,
    minimum: from,
    maximum: to,
    multipleOf: step,
    default: preset,
    'x-control': 'slider',
    'x-unit': 'second',
  }),
  seed: {
    type: 'integer',
    title: titles.seed,
    minimum: 0,
    maximum: 2 ** 31 - 1,
    'x-control': 'seed',
    'x-group': 'more',
  } satisfies ModelOption,
  /** The voices of a model: value → name. */
  voice: (voices: Record<string, ServerText | string>): ModelOption => ({
    type: 'string',
    title: titles.voice,
    enum: Object.keys(voices),
    default: Object.keys(voices)[0] ?? '',
    'x-labels': voices,
    'x-control': 'select',
  }),
  /** A free field, for a server that does not list its voices. */
  voiceName: (preset: string): ModelOption => ({
    type: 'string',
    title: titles.voice,
    maxLength: 80,
    default: preset,
    'x-control': 'text',
  }),
  speed: (from: number, to: number): ModelOption => ({
    type: 'number',
    title: titles.speed,
    minimum: from,
    maximum: to,
    multipleOf: 0.05,
    default: 1,
    'x-control': 'slider',
    'x-unit': 'factor',
  }),
  soundFormat: (values: readonly string[]): ModelOption => ({
    type: 'string',
    title: titles.format,
    enum: [...values],
    default: values[0] ?? 'mp3',
    'x-labels': Object.fromEntries(values.map((value) => [value, value === 'opus' ? 'Opus' : value.toUpperCase()])),
    'x-control': 'segmented',
    'x-group': 'more',
  }),
  language: {
    type: 'string',
    title: titles.language,
    enum: ['auto', ...spoken],
    default: 'auto',
    'x-labels': { auto: detected, ...Object.fromEntries(spoken.map((code) => [code, languageName(code)])) },
    'x-control': 'select',
  } satisfies ModelOption,
  terms: {
    type: 'string',
    title: titles.terms,
    maxLength: 500,
    default: '',
    'x-control': 'text',
    'x-group': 'more',
  } satisfies ModelOption,
  negative: {
    type: 'string',
    title: titles.negative,
    maxLength: 500,
    default: '',
    'x-control': 'text',
    'x-group': 'more',
  } satisfies ModelOption,
  system: {
    type: 'string',
    title: titles.system,
    maxLength: 4_000,
    default: '',
    'x-control': 'text',
    'x-group': 'more',
  } satisfies ModelOption,
  /** How long a model thinks. By default nothing is sent, and the service decides. */
  effort: (levels: readonly Effort[]): ModelOption => ({
    type: 'string',
    title: titles.effort,
    enum: ['auto', ...levels],
    default: 'auto',
    'x-labels': { auto: automatic, ...Object.fromEntries(levels.map((level) => [level, efforts[level]])) },
    'x-control': 'select',
    'x-group': 'more',
  }),
  json: { type: 'boolean', title: titles.json, default: false, 'x-group': 'more' } satisfies ModelOption,
  /** Texts at which the answer ends. */
  stop: { type: 'string', title: titles.stop, maxLength: 1_000, default: '', 'x-control': 'text', 'x-group': 'more' } satisfies ModelOption,
  longest: (most: number): ModelOption => ({
    type: 'integer',
    title: titles.max_output_tokens,
    minimum: 256,
    maximum: most,
    multipleOf: 256,
    // Some models think within the same limit before they write.
    default: Math.min(4_096, most),
    'x-control': 'slider',
    'x-group': 'more',
  }),
  /** The numbers of a vector; nothing is sent unless a program asks for them. */
  dimensions: { type: 'integer', title: titles.dimensions, minimum: 1, maximum: 8_192 } satisfies ModelOption,
  /** Without a preset, nothing is sent unless the person chooses a value. */
  temperature: (most: number, preset: number | null = 1): ModelOption => ({
    type: 'number',
    title: titles.temperature,
    minimum: 0,
    maximum: most,
    multipleOf: 0.1,
    ...(preset !== null && { default: preset }),
    'x-control': 'slider',
    'x-group': 'more',
  }),
  /** How many times as wide and high the result is. */
  scale: (values: readonly ('2' | '4')[]): ModelOption => ({
    type: 'string',
    title: titles.scale,
    enum: [...values],
    default: values[0] ?? '2',
    'x-labels': Object.fromEntries(values.map((value) => [value, `×${value}`])),
    'x-control': 'segmented',
  }),
}

/** The formats of sound in Google's document, and those of OpenAI's chat protocol. */
export const googleSounds = ['audio/wav', 'audio/mpeg', 'audio/aac', 'audio/ogg', 'audio/flac']
export const chatSounds = ['audio/wav', 'audio/mpeg']

/** Bytes of a film within a request, where services name no smaller limit. */
const usualFilmBytes = 24_000_000

export const input = {
  /** Files that a language model reads, together with the message. */
  files: (types: readonly FileKind[], { max = 4 } = {}): ModelInput[] =>
    types.length === 0 ? [] : [{ role: 'reference', types: [...types], max, ...(types.includes('audio') && { audio_types: chatSounds }) }],
  picture: { role: 'source', types: ['image'], max: 1 } satisfies ModelInput,
  /** The input of models that only edit a given picture. */
  givenPicture: { role: 'source', types: ['image'], max: 1, required: true } satisfies ModelInput,
  mask: { role: 'mask', types: ['image'], max: 1 } satisfies ModelInput,
  givenMask: { role: 'mask', types: ['image'], max: 1, required: true } satisfies ModelInput,
  lastFrame: { role: 'last_frame', types: ['image'], max: 1 } satisfies ModelInput,
  givenFirstFrame: { role: 'first_frame', types: ['image'], max: 1, required: true } satisfies ModelInput,
  /** The film that a model changes or continues. */
  film: {
    role: 'source',
    types: ['video'],
    max: 1,
    required: true,
    video_types: ['video/mp4'],
    max_bytes: usualFilmBytes,
  } satisfies ModelInput,
  /** A recording whose speech replaces that of the given video. */
  speech: { role: 'speech', types: ['audio'], max: 1, required: true, max_bytes: usualFilmBytes } satisfies ModelInput,
  /** The recording or video of a transcript. `longest`: in seconds. */
  recording: (longest?: number): ModelInput => ({
    role: 'source',
    types: ['audio', 'video'],
    max: 1,
    required: true,
    ...(longest !== undefined && { max_seconds: longest }),
  }),
}

const placeholders = {
  text: /*i18n*/ { id: 'prompt.text', message: 'Ask a question or describe what to write' },
  image: /*i18n*/ { id: 'prompt.image', message: 'Describe your image' },
  video: /*i18n*/ { id: 'prompt.video', message: 'Describe your video' },
  continued: /*i18n*/ { id: 'prompt.continued', message: 'Describe what happens next' },
  changed: /*i18n*/ { id: 'prompt.changed', message: 'Describe what to change' },
  spoken: /*i18n*/ { id: 'prompt.spoken', message: 'This model takes a video and speech instead of a prompt' },
  speech: /*i18n*/ { id: 'prompt.speech', message: 'Paste the text to read aloud' },
  music: /*i18n*/ { id: 'prompt.music', message: 'Describe the music' },
  transcription: /*i18n*/ { id: 'prompt.transcription', message: 'This model takes a recording instead of a prompt' },
  embedding: /*i18n*/ { id: 'prompt.embedding', message: 'This model takes texts from programs instead of a prompt' },
}

export const promptFor = (what: keyof typeof placeholders, maxLength: number) => ({
  placeholder: placeholders[what],
  maxLength,
  examples: [],
})
