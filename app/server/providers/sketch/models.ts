import {
  aspects as engineAspects,
  type EngineCapabilities,
  type EngineModel,
  engineModels,
  pictureStyles,
  soundFormats,
} from '../../engine/protocol.ts'
import { voices } from '../../engine/voices.ts'
import type { ServerText } from '../../i18n.ts'
import type { ModelOption, ProviderModel } from '../provider.ts'

/** Largest seed that every generator in the engine takes. */
const maxSeed = 2 ** 31 - 1
/** As much as can be summarised or composed without keeping others waiting. */
const promptLimits = { text: 50_000, speech: 20_000, scene: 2_000 }

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
  pitch: /*i18n*/ { id: 'option.pitch', message: 'Pitch' },
  pauses: /*i18n*/ { id: 'option.pauses', message: 'Pauses' },
  subtitles: /*i18n*/ { id: 'option.subtitles', message: 'Subtitles' },
  genre: /*i18n*/ { id: 'option.genre', message: 'Genre' },
  tempo: /*i18n*/ { id: 'option.tempo', message: 'Tempo' },
  key: /*i18n*/ { id: 'option.key', message: 'Key' },
  loop: /*i18n*/ { id: 'option.loop', message: 'Seamless loop' },
  resolution: /*i18n*/ { id: 'option.resolution', message: 'Resolution' },
  camera: /*i18n*/ { id: 'option.camera', message: 'Camera' },
  narration: /*i18n*/ { id: 'option.narration', message: 'What the voice says (if empty, the prompt)' },
  fps: /*i18n*/ { id: 'option.fps', message: 'Pictures a second' },
  style: /*i18n*/ { id: 'option.style', message: 'Style' },
  negative: /*i18n*/ { id: 'option.negative', message: 'Without' },
  count: /*i18n*/ { id: 'option.count', message: 'How many' },
  size: /*i18n*/ { id: 'option.size', message: 'Longer side, pixels' },
  transparent: /*i18n*/ { id: 'option.transparent', message: 'No background behind shapes' },
  embed_prompt: /*i18n*/ { id: 'option.embed_prompt', message: 'Keep the prompt in the file' },
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
  'x-labels': Object.fromEntries(
    values.map((value) => [value, value === 'webp' ? 'WebP' : value === 'opus' ? 'Opus' : value.toUpperCase()]),
  ),
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
const seed: ModelOption = { type: 'integer', title: titles.seed, minimum: 0, maximum: maxSeed, 'x-control': 'seed', 'x-group': 'more' }

const embedPrompt: ModelOption = { type: 'boolean', title: titles.embed_prompt, default: true, 'x-group': 'more' }
/** Opus takes a third of the time of MP3 to write, and every browser of today plays it. */
const soundFormat = formats([...soundFormats], 'opus')
const factor = (title: ServerText, minimum: number, maximum: number): ModelOption => ({
  type: 'number',
  title,
  minimum,
  maximum,
  multipleOf: 0.05,
  default: 1,
  'x-control': 'slider',
  'x-unit': 'factor',
  'x-group': 'more',
})

const pictureStyle: ModelOption = {
  type: 'string',
  title: titles.style,
  enum: [...pictureStyles],
  default: 'auto',
  'x-labels': {
    auto: /*i18n*/ { id: 'style.auto', message: 'As in the prompt' },
    poster: /*i18n*/ { id: 'style.poster', message: 'Poster' },
    watercolour: /*i18n*/ { id: 'style.watercolour', message: 'Watercolour' },
    ink: /*i18n*/ { id: 'style.ink', message: 'Ink' },
    'low-poly': /*i18n*/ { id: 'style.low_poly', message: 'Low poly' },
    pixel: /*i18n*/ { id: 'style.pixel', message: 'Pixel art' },
    paper: /*i18n*/ { id: 'style.paper', message: 'Paper cut' },
    line: /*i18n*/ { id: 'style.line', message: 'Line drawing' },
    neon: /*i18n*/ { id: 'style.neon', message: 'Neon' },
  },
  'x-control': 'select',
}
const negative: ModelOption = {
  type: 'string',
  title: titles.negative,
  maxLength: 300,
  default: '',
  'x-control': 'text',
  'x-group': 'more',
}
/** For options that mean something only where somebody speaks. */
const spoken = { option: 'sound', in: ['narration', 'both'] }

const voiceNames: Record<(typeof voices)[number]['id'], ServerText> = {
  auto: /*i18n*/ { id: 'voice.auto', message: 'By the language of the text' },
  emma: /*i18n*/ { id: 'voice.emma', message: 'Emma · English, warm, American' },
  grace: /*i18n*/ { id: 'voice.grace', message: 'Grace · English, composed, British' },
  lily: /*i18n*/ { id: 'voice.lily', message: 'Lily · English, light, American' },
  james: /*i18n*/ { id: 'voice.james', message: 'James · English, even, American' },
  oliver: /*i18n*/ { id: 'voice.oliver', message: 'Oliver · English, friendly, British' },
  arthur: /*i18n*/ { id: 'voice.arthur', message: 'Arthur · English, deep, American' },
  ewan: /*i18n*/ { id: 'voice.ewan', message: 'Ewan · English, clear, Scottish' },
  anna: /*i18n*/ { id: 'voice.anna', message: 'Anna · Russian, warm' },
  maria: /*i18n*/ { id: 'voice.maria', message: 'Maria · Russian, composed' },
  alisa: /*i18n*/ { id: 'voice.alisa', message: 'Alisa · Russian, light' },
  ivan: /*i18n*/ { id: 'voice.ivan', message: 'Ivan · Russian, even' },
  pavel: /*i18n*/ { id: 'voice.pavel', message: 'Pavel · Russian, friendly' },
  dmitry: /*i18n*/ { id: 'voice.dmitry', message: 'Dmitry · Russian, deep' },
}

/** The voice that follows the text's language sounds like one of the others. */
const voiceSamples = Object.fromEntries(voices.filter(({ id }) => id !== 'auto').map(({ id }) => [id, `/samples/voices/${id}.mp3`]))

const models: Record<EngineModel, Omit<ProviderModel, 'id' | 'provider' | 'unavailable'>> = {
  'sketch-image': {
    type: 'image',
    name: /*i18n*/ { id: 'model.sketch_image', message: 'Sketch Picture' },
    description: /*i18n*/ {
      id: 'model.sketch_image.description',
      message: 'Draws landscapes, cities, space and patterns from the words of your prompt. Procedural, not AI; works offline.',
    },
    price: { base: 0, per: { measure: 'count', every: 1, tokens: 4 } },
    options: {
      aspect: aspects([...engineAspects], '1:1'),
      style: pictureStyle,
      count: { type: 'integer', title: titles.count, minimum: 1, maximum: 4, default: 1 },
      size: {
        type: 'string',
        title: titles.size,
        enum: ['512', '1024', '1536', '2048'],
        default: '1024',
        'x-control': 'segmented',
        'x-group': 'more',
      },
      negative,
      transparent: { type: 'boolean', title: titles.transparent, default: false, 'x-group': 'more' },
      format: { ...formats(['png', 'webp', 'avif'], 'webp'), 'x-group': 'more' },
      embed_prompt: embedPrompt,
      seed,
    },
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
        'Brings a drawn scene or your own picture to life: moving camera, weather, change of light, music, a narrator. Procedural, not AI; works offline.',
    },
    price: { base: 0, per: { measure: 'duration', every: 1, tokens: 3 } },
    options: {
      aspect: aspects([...engineAspects], '16:9'),
      duration: seconds(2, 15, 5),
      resolution: {
        type: 'string',
        title: titles.resolution,
        enum: ['480p', '720p', '1080p'],
        default: '720p',
        'x-labels': { '480p': '480p', '720p': '720p', '1080p': '1080p' },
        'x-control': 'segmented',
        'x-group': 'more',
      },
      style: { ...pictureStyle, 'x-group': 'more' },
      camera: {
        type: 'string',
        title: titles.camera,
        enum: ['auto', 'pan', 'zoom-in', 'zoom-out', 'tilt', 'orbit', 'still'],
        default: 'auto',
        'x-labels': {
          auto: /*i18n*/ { id: 'camera.auto', message: 'As in the prompt' },
          pan: /*i18n*/ { id: 'camera.pan', message: 'Pan to the side' },
          'zoom-in': /*i18n*/ { id: 'camera.zoom_in', message: 'Move in' },
          'zoom-out': /*i18n*/ { id: 'camera.zoom_out', message: 'Move out' },
          tilt: /*i18n*/ { id: 'camera.tilt', message: 'Rise or sink' },
          orbit: /*i18n*/ { id: 'camera.orbit', message: 'Circle around' },
          still: /*i18n*/ { id: 'camera.still', message: 'Stand still' },
        },
        'x-control': 'select',
        'x-group': 'more',
      },
      sound: {
        type: 'string',
        title: titles.sound,
        enum: ['music', 'narration', 'both', 'none'],
        default: 'music',
        'x-labels': {
          music: /*i18n*/ { id: 'sound.music', message: 'Music' },
          narration: /*i18n*/ { id: 'sound.narration', message: 'Narration' },
          both: /*i18n*/ { id: 'sound.both', message: 'Music and narration' },
          none: /*i18n*/ { id: 'sound.none', message: 'Silent' },
        },
        'x-control': 'select',
      },
      narration: {
        type: 'string',
        title: titles.narration,
        maxLength: 240,
        default: '',
        'x-control': 'text',
        'x-when': spoken,
      },
      voice: {
        type: 'string',
        title: titles.voice,
        enum: voices.map(({ id }) => id),
        default: 'auto',
        'x-labels': voiceNames,
        'x-samples': voiceSamples,
        'x-control': 'select',
        'x-when': spoken,
      },
      subtitles: {
        type: 'string',
        title: titles.subtitles,
        enum: ['none', 'burnt', 'webvtt'],
        default: 'none',
        'x-labels': {
          none: /*i18n*/ { id: 'subtitles.none', message: 'None' },
          burnt: /*i18n*/ { id: 'subtitles.burnt', message: 'In the picture' },
          webvtt: /*i18n*/ { id: 'subtitles.webvtt', message: 'As a file (WebVTT)' },
        },
        'x-control': 'select',
        'x-when': spoken,
      },
      negative,
      fps: {
        type: 'string',
        title: titles.fps,
        enum: ['24', '30'],
        default: '30',
        'x-labels': { '24': '24', '30': '30' },
        'x-control': 'segmented',
        'x-group': 'more',
      },
      format: {
        type: 'string',
        title: titles.format,
        enum: ['mp4', 'webm'],
        default: 'mp4',
        'x-labels': { mp4: 'MP4 · H.264', webm: 'WebM · VP9' },
        'x-control': 'segmented',
        'x-group': 'more',
      },
      embed_prompt: embedPrompt,
      seed,
    },
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
        'x-samples': voiceSamples,
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
      pitch: factor(titles.pitch, 0.7, 1.4),
      pauses: factor(titles.pauses, 0.5, 2.5),
      format: soundFormat,
      subtitles: {
        type: 'string',
        title: titles.subtitles,
        enum: ['none', 'srt', 'webvtt'],
        default: 'none',
        'x-labels': { none: /*i18n*/ { id: 'subtitles.none', message: 'None' }, srt: 'SRT', webvtt: 'WebVTT' },
        'x-control': 'segmented',
        'x-group': 'more',
      },
      embed_prompt: embedPrompt,
    },
    inputs: [],
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
    options: {
      duration: seconds(10, 120, 30),
      genre: {
        type: 'string',
        title: titles.genre,
        enum: ['auto', 'ambient', 'lo-fi', 'synthwave', 'waltz', 'march', 'techno', 'folk', 'cinematic'],
        default: 'auto',
        'x-labels': {
          auto: /*i18n*/ { id: 'genre.auto', message: 'As in the prompt' },
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
      },
      tempo: {
        type: 'integer',
        title: titles.tempo,
        minimum: 0,
        maximum: 200,
        multipleOf: 2,
        default: 0,
        'x-labels': { '0': /*i18n*/ { id: 'tempo.auto', message: 'Auto' } },
        'x-control': 'slider',
        'x-unit': 'bpm',
      },
      key: {
        type: 'string',
        title: titles.key,
        enum: ['auto', 'C', 'D', 'E', 'F', 'G', 'A', 'B'],
        default: 'auto',
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
        'x-group': 'more',
      },
      loop: { type: 'boolean', title: titles.loop, default: false, 'x-group': 'more' },
      format: { ...soundFormat, 'x-group': 'more' },
      embed_prompt: embedPrompt,
      seed,
    },
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
        'Works on a text you paste: summary, key points, keywords, outline, headlines, search snippet, readability. Or makes verse by grammar. Not a language model; works offline.',
    },
    price: { base: 1, per: null },
    options: {
      task: {
        type: 'string',
        title: titles.task,
        enum: ['summary', 'key-points', 'keywords', 'outline', 'headlines', 'search-snippet', 'readability', 'verse'],
        default: 'summary',
        'x-labels': {
          summary: /*i18n*/ { id: 'task.summary', message: 'Summary' },
          'key-points': /*i18n*/ { id: 'task.key_points', message: 'Key points' },
          keywords: /*i18n*/ { id: 'task.keywords', message: 'Keywords' },
          outline: /*i18n*/ { id: 'task.outline', message: 'Outline' },
          headlines: /*i18n*/ { id: 'task.headlines', message: 'Headlines' },
          'search-snippet': /*i18n*/ { id: 'task.search_snippet', message: 'Title and description for search' },
          readability: /*i18n*/ { id: 'task.readability', message: 'Readability report' },
          verse: /*i18n*/ { id: 'task.verse', message: 'Verse on your words' },
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
        'x-when': { option: 'task', in: ['summary', 'key-points', 'keywords', 'outline', 'headlines', 'verse'] },
      },
    },
    inputs: [],
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
