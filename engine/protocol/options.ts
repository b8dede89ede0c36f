import * as v from 'valibot'
import { cutSchema } from './cut.ts'
import { drawnText } from './letters.ts'
import type { EngineModel } from './models.ts'
import { pictureStyles } from './styles.ts'
import { voices } from './voices.ts'

export const aspects = ['1:1', '4:3', '3:4', '16:9', '9:16', '21:9'] as const
export type Aspect = (typeof aspects)[number]
export const cardLayouts = ['greeting', 'product', 'quote', 'event', 'thumbnail'] as const
export type CardLayout = (typeof cardLayouts)[number]
export const soundFormats = ['mp3', 'opus', 'wav', 'm4a'] as const
export type SoundFormat = (typeof soundFormats)[number]

/** The largest seed that every generator takes. */
const maxSeed = 2 ** 31 - 1

/** Only the JSON Schema checks the steps: in floating point, 0.15 is no multiple of 0.05. */
const inSteps = (multipleOf: number) => v.metadata<number, { multipleOf: number }>({ multipleOf })

const choice = <const Value extends string>(values: readonly Value[], preset: NoInfer<Value>) => v.optional(v.picklist(values), preset)
const flag = (preset: boolean) => v.optional(v.boolean(), preset)
const range = (least: number, most: number) => v.pipe(v.number(), v.minValue(least), v.maxValue(most))
const integer = (least: number, most: number, preset: number) => v.optional(v.pipe(range(least, most), v.integer()), preset)
const factor = (least: number, most: number) => v.optional(v.pipe(range(least, most), inSteps(0.05)), 1)
/** Only the JSON Schema limits the length: it counts characters, while Valibot counts UTF-16 units. */
const text = (maxLength: number) => v.optional(v.pipe(v.string(), v.metadata({ maxLength })), '')

/** A text that is drawn. Only the JSON Schema limits its length and its letters. */
const lettering = (maxLength: number) => v.optional(v.pipe(v.string(), v.metadata({ maxLength, pattern: drawnText })), '')

const voice = choice(
  voices.map(({ id }): string => id),
  'auto',
)
const style = choice(pictureStyles, 'auto')
/** Opus is written in a third of the time of MP3, and every current browser plays it. */
const soundFormat = choice(soundFormats, 'opus')
const seed = v.pipe(range(0, maxSeed), v.integer())

/** Every option of every model. The types, the check of a job and the JSON Schema of the API derive from this. */
export const engineOptions = {
  'sketch-image': v.object({
    aspect: choice(aspects, '1:1'),
    style,
    /** A card over the picture: real type in one of these layouts. */
    card: choice(['none', ...cardLayouts], 'none'),
    /** The large words of the card; of a quote, its words. */
    headline: lettering(120),
    /** The sentences below. */
    message: lettering(280),
    /** A short line of its own: who signs, the price, the author, the date or a tag. */
    detail: lettering(80),
    count: integer(1, 4, 1),
    /** Longer side in pixels. */
    size: choice(['512', '1024', '1536', '2048'], '1024'),
    /** Things that must not appear. */
    negative: text(300),
    /** Leaves the background transparent when the prompt describes a shape rather than a place. */
    transparent: flag(false),
    format: choice(['png', 'webp', 'avif'], 'webp'),
    /** Writes the prompt into the file's metadata. */
    embed_prompt: flag(true),
    seed,
  }),
  'sketch-video': v.object({
    aspect: choice(aspects, '16:9'),
    /** Seconds. */
    duration: integer(2, 15, 5),
    resolution: choice(['480p', '720p', '1080p'], '720p'),
    style,
    camera: choice(['auto', 'pan', 'zoom-in', 'zoom-out', 'tilt', 'orbit', 'still'], 'auto'),
    sound: choice(['music', 'narration', 'both', 'none'], 'music'),
    /** The narrator's text; the prompt itself when empty. */
    narration: text(240),
    voice,
    subtitles: choice(['none', 'burnt', 'webvtt'], 'none'),
    negative: text(300),
    fps: choice(['24', '30'], '30'),
    format: choice(['mp4', 'webm'], 'mp4'),
    embed_prompt: flag(true),
    seed,
  }),
  'sketch-speech': v.object({
    voice,
    speed: factor(0.5, 2),
    pitch: factor(0.7, 1.4),
    /** Length of the pauses. */
    pauses: factor(0.5, 2.5),
    format: soundFormat,
    subtitles: choice(['none', 'srt', 'webvtt'], 'none'),
    embed_prompt: flag(true),
  }),
  'sketch-music': v.object({
    /** Seconds. */
    duration: integer(10, 120, 30),
    genre: choice(['auto', 'ambient', 'lo-fi', 'synthwave', 'waltz', 'march', 'techno', 'folk', 'cinematic'], 'auto'),
    /** Beats per minute; 0 lets the prompt and the genre decide. */
    tempo: v.optional(v.pipe(range(0, 200), v.integer(), inSteps(2)), 0),
    key: choice(['auto', 'C', 'D', 'E', 'F', 'G', 'A', 'B'], 'auto'),
    loop: flag(false),
    format: soundFormat,
    embed_prompt: flag(true),
    seed,
  }),
  'sketch-text': v.object({
    task: choice(['summary', 'key-points', 'keywords', 'outline', 'headlines', 'search-snippet', 'readability', 'verse'], 'summary'),
    length: choice(['short', 'medium', 'long'], 'medium'),
  }),
  'sketch-join': v.object({
    transition: choice(['cut', 'fade'], 'cut'),
    /** Seconds of a cross-fade. */
    fade: v.optional(v.pipe(range(0.2, 3), inSteps(0.1)), 1),
    sound: flag(true),
  }),
  'sketch-film': v.object({
    shape: choice(aspects, '16:9'),
    resolution: choice(['480p', '720p', '1080p'], '480p'),
    fps: choice(['24', '25', '30'], '24'),
    /** Captions are a file beside the film, and drawn into the picture if wanted. */
    captions: choice(['none', 'file', 'picture'], 'file'),
    /** The longest that the film gets, in seconds: its price is held before its words are spoken. */
    duration: integer(1, 216, 30),
  }),
} satisfies Record<EngineModel, v.GenericSchema>

export type EngineOptions = { [M in EngineModel]: v.InferOutput<(typeof engineOptions)[M]> }

const input = v.object({ role: v.picklist(['reference', 'first_frame', 'source', 'mask']), path: v.string(), mediaType: v.string() })
export type EngineInput = v.InferOutput<typeof input>

const jobOf = <M extends EngineModel>(model: M) =>
  v.object({ model: v.literal(model), prompt: v.string(), options: engineOptions[model], inputs: v.array(input) })

export const engineJob = v.variant('model', [
  jobOf('sketch-image'),
  jobOf('sketch-video'),
  jobOf('sketch-speech'),
  jobOf('sketch-music'),
  jobOf('sketch-text'),
  jobOf('sketch-join'),
  v.object({ ...jobOf('sketch-film').entries, cut: cutSchema }),
])
export type EngineJob = v.InferOutput<typeof engineJob>
