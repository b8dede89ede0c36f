import type { GenericSchema } from 'valibot'
import type { EngineModel } from '@quartet/engine/protocol/models.ts'
import { cardLayouts, engineOptions, type EngineOptions } from '@quartet/engine/protocol/options.ts'
import type { ServerText } from '../../i18n.ts'
import type { ModelOption } from '../provider.ts'
import { amount, choice, flag, text } from './describe-option.ts'
import { taskNames } from './task-names.ts'
import { voiceNames, voicePictures, voiceSamples } from './voice-labels.ts'

const titles = {
  aspect: /*i18n*/ { id: 'option.aspect', message: 'Aspect ratio' },
  duration: /*i18n*/ { id: 'option.duration', message: 'Length' },
  format: /*i18n*/ { id: 'option.format', message: 'File format' },
  seed: /*i18n*/ { id: 'option.seed', message: 'Seed' },
  sound: /*i18n*/ { id: 'option.sound', message: 'Sound' },
  voice: /*i18n*/ { id: 'option.voice', message: 'Voice' },
  speed: /*i18n*/ { id: 'option.speed', message: 'Speed' },
  task: /*i18n*/ { id: 'option.task', message: 'Task' },
  transition: /*i18n*/ { id: 'option.transition', message: 'Transition' },
  fade: /*i18n*/ { id: 'option.fade', message: 'Length of the cross-fade' },
  with_sound: /*i18n*/ { id: 'option.with_sound', message: 'With sound' },
  length: /*i18n*/ { id: 'option.length', message: 'Length of the text' },
  pitch: /*i18n*/ { id: 'option.pitch', message: 'Pitch' },
  pauses: /*i18n*/ { id: 'option.pauses', message: 'Pauses' },
  subtitles: /*i18n*/ { id: 'option.subtitles', message: 'Subtitles' },
  genre: /*i18n*/ { id: 'option.genre', message: 'Genre' },
  tempo: /*i18n*/ { id: 'option.tempo', message: 'Tempo' },
  key: /*i18n*/ { id: 'option.key', message: 'Key' },
  loop: /*i18n*/ { id: 'option.loop', message: 'Loop video' },
  resolution: /*i18n*/ { id: 'option.resolution', message: 'Resolution' },
  camera: /*i18n*/ { id: 'option.camera', message: 'Camera' },
  narration: /*i18n*/ { id: 'option.narration', message: 'Narration text (leave empty to read the prompt)' },
  fps: /*i18n*/ { id: 'option.fps', message: 'Frame rate' },
  style: /*i18n*/ { id: 'option.style', message: 'Style' },
  card: /*i18n*/ { id: 'option.card', message: 'Text on the image' },
  headline: /*i18n*/ { id: 'option.headline', message: 'Large text' },
  message: /*i18n*/ { id: 'option.message', message: 'Smaller text below' },
  detail: /*i18n*/ { id: 'option.detail', message: 'Short line: name, price, date or tag' },
  negative: /*i18n*/ { id: 'option.negative', message: 'Exclude' },
  count: /*i18n*/ { id: 'option.count', message: 'Number of results' },
  size: /*i18n*/ { id: 'option.size', message: 'Longer side, pixels' },
  transparent: /*i18n*/ { id: 'option.transparent', message: 'Transparent background' },
  embed_prompt: /*i18n*/ { id: 'option.embed_prompt', message: 'Save the prompt in the file' },
}

const image = engineOptions['sketch-image'].entries
const video = engineOptions['sketch-video'].entries
const speech = engineOptions['sketch-speech'].entries
const music = engineOptions['sketch-music'].entries
const texts = engineOptions['sketch-text'].entries
const join = engineOptions['sketch-join'].entries
const film = engineOptions['sketch-film'].entries

const more = { 'x-group': 'more' } as const
const formatNames = { png: 'PNG', webp: 'WebP', avif: 'AVIF', mp3: 'MP3', opus: 'Opus', wav: 'WAV', m4a: 'M4A' }
const labelsFor = (values: readonly (keyof typeof formatNames)[]) => Object.fromEntries(values.map((value) => [value, formatNames[value]]))

const seed = amount(image.seed, { title: titles.seed, 'x-control': 'seed', ...more })
const embedPrompt = flag(image.embed_prompt, { title: titles.embed_prompt, ...more })
const soundFormat = choice(music.format, {
  title: titles.format,
  'x-labels': labelsFor(music.format.wrapped.options),
  'x-control': 'segmented',
})
const factor = (schema: GenericSchema, title: ServerText) => amount(schema, { title, 'x-control': 'slider', 'x-unit': 'factor', ...more })
const seconds = (schema: GenericSchema) => amount(schema, { title: titles.duration, 'x-control': 'slider', 'x-unit': 'second' })

/** Pictures that `scripts/make-choices.ts` draws. */
const picturesOf = (option: string, values: readonly string[], ending: string) =>
  Object.fromEntries(values.map((value) => [value, `/samples/choices/${option}-${value}${ending}`]))

const style = choice(image.style, {
  title: titles.style,
  'x-labels': {
    auto: /*i18n*/ { id: 'style.auto', message: 'From the prompt' },
    poster: /*i18n*/ { id: 'style.poster', message: 'Poster' },
    watercolour: /*i18n*/ { id: 'style.watercolour', message: 'Watercolor' },
    ink: /*i18n*/ { id: 'style.ink', message: 'Ink' },
    'low-poly': /*i18n*/ { id: 'style.low_poly', message: 'Low poly' },
    pixel: /*i18n*/ { id: 'style.pixel', message: 'Pixel art' },
    paper: /*i18n*/ { id: 'style.paper', message: 'Paper cut' },
    line: /*i18n*/ { id: 'style.line', message: 'Line drawing' },
    neon: /*i18n*/ { id: 'style.neon', message: 'Neon' },
  },
  'x-pictures': picturesOf('style', image.style.wrapped.options, '.webp'),
  'x-control': 'select',
})
const negative = text(image.negative, { title: titles.negative, 'x-control': 'text', ...more })
/** The condition of options that apply only with text on the image. */
const lettered = { option: 'card', in: [...cardLayouts] }
/** The condition of options that apply only with speech. */
const spoken = { option: 'sound', in: ['narration', 'both'] }

/** The options of the engine's models, as the composer shows them. */
export const sketchOptions: { [Model in EngineModel]: Record<keyof EngineOptions[Model], ModelOption> } = {
  'sketch-image': {
    aspect: choice(image.aspect, { title: titles.aspect, 'x-control': 'ratio' }),
    style,
    card: choice(image.card, {
      title: titles.card,
      'x-labels': {
        none: /*i18n*/ { id: 'card.none', message: 'None' },
        greeting: /*i18n*/ { id: 'card.greeting', message: 'Greeting' },
        product: /*i18n*/ { id: 'card.product', message: 'Product' },
        quote: /*i18n*/ { id: 'card.quote', message: 'Quote' },
        event: /*i18n*/ { id: 'card.event', message: 'Event' },
        thumbnail: /*i18n*/ { id: 'card.thumbnail', message: 'Video cover' },
      },
      'x-pictures': { ...picturesOf('card', cardLayouts, '.{locale}.webp'), none: '/samples/choices/card-none.webp' },
      'x-control': 'select',
    }),
    headline: text(image.headline, { title: titles.headline, 'x-control': 'text', 'x-when': lettered }),
    message: text(image.message, { title: titles.message, 'x-control': 'text', 'x-when': lettered }),
    detail: text(image.detail, { title: titles.detail, 'x-control': 'text', 'x-when': lettered }),
    count: amount(image.count, { title: titles.count }),
    size: choice(image.size, {
      title: titles.size,
      'x-control': 'segmented',
      ...more,
    }),
    negative,
    transparent: flag(image.transparent, { title: titles.transparent, ...more }),
    format: choice(image.format, {
      title: titles.format,
      'x-labels': labelsFor(image.format.wrapped.options),
      'x-control': 'segmented',
      ...more,
    }),
    embed_prompt: embedPrompt,
    seed,
  },
  'sketch-video': {
    aspect: choice(video.aspect, { title: titles.aspect, 'x-control': 'ratio' }),
    duration: seconds(video.duration),
    resolution: choice(video.resolution, {
      title: titles.resolution,
      'x-labels': { '480p': '480p', '720p': '720p', '1080p': '1080p' },
      'x-control': 'segmented',
      ...more,
    }),
    style: { ...style, ...more },
    camera: choice(video.camera, {
      title: titles.camera,
      'x-labels': {
        auto: /*i18n*/ { id: 'camera.auto', message: 'From the prompt' },
        pan: /*i18n*/ { id: 'camera.pan', message: 'Pan' },
        'zoom-in': /*i18n*/ { id: 'camera.zoom_in', message: 'Zoom in' },
        'zoom-out': /*i18n*/ { id: 'camera.zoom_out', message: 'Zoom out' },
        tilt: /*i18n*/ { id: 'camera.tilt', message: 'Tilt' },
        orbit: /*i18n*/ { id: 'camera.orbit', message: 'Orbit' },
        still: /*i18n*/ { id: 'camera.still', message: 'Still' },
      },
      'x-control': 'select',
      ...more,
    }),
    sound: choice(video.sound, {
      title: titles.sound,
      'x-labels': {
        music: /*i18n*/ { id: 'sound.music', message: 'Music' },
        narration: /*i18n*/ { id: 'sound.narration', message: 'Narration' },
        both: /*i18n*/ { id: 'sound.both', message: 'Music and narration' },
        none: /*i18n*/ { id: 'sound.none', message: 'Silent' },
      },
      'x-control': 'select',
    }),
    narration: text(video.narration, {
      title: titles.narration,
      'x-control': 'text',
      'x-when': spoken,
    }),
    voice: choice(video.voice, {
      title: titles.voice,
      'x-labels': voiceNames,
      'x-samples': voiceSamples,
      'x-pictures': voicePictures,
      'x-control': 'select',
      'x-when': spoken,
    }),
    subtitles: choice(video.subtitles, {
      title: titles.subtitles,
      'x-labels': {
        none: /*i18n*/ { id: 'subtitles.none', message: 'None' },
        burnt: /*i18n*/ { id: 'subtitles.burnt', message: 'In the frame' },
        webvtt: /*i18n*/ { id: 'subtitles.webvtt', message: 'As a file (WebVTT)' },
      },
      'x-control': 'select',
      'x-when': spoken,
    }),
    negative,
    fps: choice(video.fps, {
      title: titles.fps,
      'x-labels': { '24': '24', '30': '30' },
      'x-control': 'segmented',
      ...more,
    }),
    format: choice(video.format, {
      title: titles.format,
      'x-labels': { mp4: 'MP4 · H.264', webm: 'WebM · VP9' },
      'x-control': 'segmented',
      ...more,
    }),
    embed_prompt: embedPrompt,
    seed,
  },
  'sketch-speech': {
    voice: choice(speech.voice, {
      title: titles.voice,
      'x-labels': voiceNames,
      'x-samples': voiceSamples,
      'x-pictures': voicePictures,
      'x-control': 'select',
    }),
    speed: amount(speech.speed, {
      title: titles.speed,
      'x-control': 'slider',
      'x-unit': 'factor',
    }),
    pitch: factor(speech.pitch, titles.pitch),
    pauses: factor(speech.pauses, titles.pauses),
    format: soundFormat,
    subtitles: choice(speech.subtitles, {
      title: titles.subtitles,
      'x-labels': { none: /*i18n*/ { id: 'subtitles.none', message: 'None' }, srt: 'SRT', webvtt: 'WebVTT' },
      'x-control': 'segmented',
      ...more,
    }),
    embed_prompt: embedPrompt,
  },
  'sketch-music': {
    duration: seconds(music.duration),
    genre: choice(music.genre, {
      title: titles.genre,
      'x-labels': {
        auto: /*i18n*/ { id: 'genre.auto', message: 'From the prompt' },
        ambient: /*i18n*/ { id: 'genre.ambient', message: 'Ambient' },
        'lo-fi': /*i18n*/ { id: 'genre.lo_fi', message: 'Lo-fi' },
        synthwave: /*i18n*/ { id: 'genre.synthwave', message: 'Synthwave' },
        waltz: /*i18n*/ { id: 'genre.waltz', message: 'Waltz' },
        march: /*i18n*/ { id: 'genre.march', message: 'March' },
        techno: /*i18n*/ { id: 'genre.techno', message: 'Techno' },
        folk: /*i18n*/ { id: 'genre.folk', message: 'Folk' },
        cinematic: /*i18n*/ { id: 'genre.cinematic', message: 'Cinematic' },
      },
      'x-control': 'select',
    }),
    tempo: amount(music.tempo, {
      title: titles.tempo,
      'x-labels': { '0': /*i18n*/ { id: 'tempo.auto', message: 'Auto' } },
      'x-control': 'slider',
      'x-unit': 'bpm',
    }),
    key: choice(music.key, {
      title: titles.key,
      'x-labels': {
        auto: /*i18n*/ { id: 'key.auto', message: 'Any' },
        C: /*i18n*/ { id: 'key.c', message: 'C' },
        D: /*i18n*/ { id: 'key.d', message: 'D' },
        E: /*i18n*/ { id: 'key.e', message: 'E' },
        F: /*i18n*/ { id: 'key.f', message: 'F' },
        G: /*i18n*/ { id: 'key.g', message: 'G' },
        A: /*i18n*/ { id: 'key.a', message: 'A' },
        B: /*i18n*/ { id: 'key.b', message: 'B' },
      },
      'x-control': 'select',
      ...more,
    }),
    loop: flag(music.loop, { title: titles.loop, ...more }),
    format: { ...soundFormat, ...more },
    embed_prompt: embedPrompt,
    seed,
  },
  'sketch-text': {
    task: choice(texts.task, {
      title: titles.task,
      'x-labels': taskNames,
      'x-control': 'select',
    }),
    length: choice(texts.length, {
      title: titles.length,
      'x-labels': {
        short: /*i18n*/ { id: 'length.short', message: 'Short' },
        medium: /*i18n*/ { id: 'length.medium', message: 'Medium' },
        long: /*i18n*/ { id: 'length.long', message: 'Long' },
      },
      'x-control': 'segmented',
      'x-when': { option: 'task', in: ['summary', 'key-points', 'keywords', 'outline', 'headlines', 'verse'] },
    }),
  },
  'sketch-join': {
    transition: choice(join.transition, {
      title: titles.transition,
      'x-labels': {
        cut: /*i18n*/ { id: 'transition.cut', message: 'Cut' },
        fade: /*i18n*/ { id: 'transition.fade', message: 'Cross-fade' },
      },
      'x-control': 'segmented',
    }),
    fade: amount(join.fade, {
      title: titles.fade,
      'x-control': 'slider',
      'x-unit': 'second',
      'x-when': { option: 'transition', in: ['fade'] },
    }),
    sound: flag(join.sound, { title: titles.with_sound }),
  },
  'sketch-film': {
    shape: choice(film.shape, { title: titles.aspect, 'x-control': 'ratio' }),
    resolution: choice(film.resolution, {
      title: titles.resolution,
      'x-labels': { '480p': '480p', '720p': '720p', '1080p': '1080p' },
      'x-control': 'segmented',
    }),
    fps: choice(film.fps, { title: titles.fps, 'x-labels': { '24': '24', '25': '25', '30': '30' }, 'x-control': 'segmented', ...more }),
    captions: choice(film.captions, {
      title: titles.subtitles,
      'x-labels': {
        none: /*i18n*/ { id: 'subtitles.none', message: 'None' },
        file: /*i18n*/ { id: 'subtitles.file', message: 'As a file' },
        picture: /*i18n*/ { id: 'subtitles.picture', message: 'In the frame and as a file' },
      },
      'x-control': 'select',
    }),
    duration: seconds(film.duration),
  },
}
