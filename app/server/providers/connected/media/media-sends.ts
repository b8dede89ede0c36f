import type { InputRole } from '#app/contract/base/values.ts'
import type { ServiceId } from '../../../env.ts'
import type { CatalogueModel } from '../../catalogue/model.ts'
import { flag, lines, number, oneOf, ratio, seconds, type Sends, type Sent, text } from '../sends.ts'
import { pictureSizes, wideSizes } from './frame-size.ts'
import { bflSizes, ideogramSizes, runwayFilms, runwayStills } from './service-sizes.ts'

/** Tables of all that the adapters of pictures, sounds and films send, kept apart from them because a check of definitions loads no adapter. */

type Made = Pick<CatalogueModel, 'type' | 'via' | 'task' | 'model'>
type Service = (made: Made) => Sends

/** No limit below the one of a run. */
const many = 99

const takes = (options: Sends['options'], roles: Partial<Record<InputRole, number>> = {}): Sends => ({ options, roles })

const seed = { seed: number('seed') }
const edits = { source: 1, reference: many } as const
const frames = { first_frame: 1, last_frame: 1 } as const
const hears = { source: 1 } as const
const sides = { left: number('left'), right: number('right') }
const spoken = { language: text('language') }
const hinted = { ...spoken, terms: text('prompt') }

/** The one factor by which a tool enlarges. */
const enlarges = (factor: string): Record<string, Sent> => ({ scale: { fixed: [factor] } })

const nothing = takes({})

/** All that the package lets through. */
const qualities = ['auto', 'low', 'medium', 'high', 'xhigh', 'max', 'standard', 'hd']

const openai: Service = ({ type, via, model }) => {
  if (type === 'video')
    return takes({ aspect: oneOf('size', ['16:9', '9:16']), duration: seconds('seconds') }, { first_frame: 1, reference: 1 })
  if (type === 'image') {
    const sizes = Object.keys({ ...pictureSizes, ...wideSizes })
    return takes(
      { aspect: oneOf('size', sizes), quality: oneOf('quality', qualities), transparent: flag('background'), count: number('n') },
      { ...edits, mask: 1 },
    )
  }
  if (via === 'transcription') {
    if (model === 'gpt-transcribe') return takes({ language: text('languages[]'), terms: text('keywords[]') }, hears)
    return takes(model.endsWith('-diarize') ? spoken : hinted, hears)
  }
  return takes({ voice: text('voice'), speed: number('speed'), format: text('response_format') })
}

/** Whether a model of Google answers its Interactions API only. */
export const isOmni = (model: string) => model.startsWith('gemini-omni')

const google: Service = ({ type, via, task, model }) => {
  if (type === 'video' && isOmni(model)) {
    const film = { duration: seconds('duration'), resolution: oneOf('resolution', ['360p', '720p', '1080p', '4k']) }
    return task ? takes(film, { source: 1 }) : takes({ ...film, aspect: ratio('aspect_ratio') }, { ...frames, reference: many })
  }
  if (type === 'video')
    return takes(
      {
        aspect: ratio('aspectRatio'),
        duration: seconds('durationSeconds'),
        resolution: lines('resolution'),
        negative: text('negativePrompt'),
        ...seed,
      },
      { ...frames, reference: many },
    )
  if (type === 'image') return takes({ aspect: ratio('aspectRatio'), resolution: oneOf('imageSize', ['1K', '2K', '4K']), ...seed }, edits)
  if (via === 'speech') return takes({ voice: text('voiceName') })
  if (via === 'transcription')
    return takes({ language: text('languageCodes'), speakers: flag('diarization'), terms: text('customVocabulary') }, hears)
  return takes({ instrumental: flag('text'), lyrics: text('text') }, { reference: many })
}

const xai: Service = ({ type, task, model }) => {
  if (type === 'image')
    return takes(
      {
        aspect: ratio('aspect_ratio'),
        quality: oneOf('quality', ['low', 'medium', 'high']),
        resolution: oneOf('resolution', ['1k', '2k']),
        count: number('n'),
      },
      edits,
    )
  if (task === 'change_video') return takes({}, { source: 1 })
  if (task === 'continue_video') return takes({ duration: seconds('duration') }, { source: 1 })
  return takes(
    {
      aspect: ratio('aspect_ratio'),
      duration: seconds('duration'),
      resolution: oneOf('resolution', ['480p', '720p', '1080p']),
      sound: flag('generate_audio'),
    },
    { first_frame: 1, ...(model === 'grok-imagine-video-1.5' && { last_frame: 1 }), reference: many },
  )
}

const mistral: Service = ({ via }) =>
  via === 'transcription'
    ? takes({ ...spoken, speakers: flag('diarize'), terms: text('context_bias') }, hears)
    : takes({ voice: text('voice_id'), format: text('response_format') }, { reference: 1 })

const fal: Service = ({ type, via, task, model }) => {
  if (task === 'lip_sync') return takes({ fit: text('sync_mode') }, { source: 1, speech: 1 })
  if (type === 'image' && task) return takes({}, { source: 1 })
  if (type === 'image' && via === 'image') {
    const shape = /kontext|ultra/.test(model) ? 'aspect_ratio' : 'image_size'
    return takes({ aspect: ratio(shape), count: number('num_images'), ...seed }, { source: 1, reference: 1, mask: 1 })
  }
  if (type === 'audio' && via === 'speech')
    return takes({ voice: text(model.includes('/minimax/') ? 'voice_id' : 'voice'), speed: number('speed') }, { reference: 1 })
  return takes(
    { aspect: ratio('aspect_ratio'), duration: seconds('duration'), resolution: text('resolution'), ...seed },
    type === 'video' ? frames : {},
  )
}

const replicate: Service = ({ type }) =>
  takes(
    { aspect: ratio('aspect_ratio'), count: number('num_outputs'), ...seed },
    type === 'video' ? { first_frame: 1, reference: 1 } : { source: 1, reference: 1, mask: 1 },
  )

/** FLUX 3 has a resolution, a list of images and no seed. */
export const isThird = (model: string) => model.startsWith('flux-3')

const bfl: Service = ({ model }) => {
  if (model.endsWith('-expand')) return takes({ ...sides, up: number('top'), down: number('bottom'), ...seed }, { source: 1 })
  if (model.endsWith('-fill')) return takes(seed, { source: 1, mask: 1 })
  if (isThird(model)) return takes({ aspect: ratio('aspect_ratio'), resolution: oneOf('resolution', ['1k', '1.5k', '2k', '4k']) }, edits)
  const isSized = model.startsWith('flux-2') || model === 'flux-pro-1.1'
  return takes({ aspect: isSized ? oneOf('width', Object.keys(bflSizes)) : ratio('aspect_ratio'), ...seed }, edits)
}

const elevenlabs: Service = ({ via, model }) => {
  if (via === 'transcription')
    return takes({ language: text('language_code'), speakers: flag('diarize'), events: flag('tag_audio_events') }, hears)
  if (via === 'speech') return takes({ voice: text('path'), speed: number('speed'), format: text('path') })
  return model.startsWith('eleven_text_to_sound')
    ? takes({ duration: seconds('duration_seconds'), loop: flag('loop'), influence: number('prompt_influence') })
    : takes({ duration: seconds('music_length_ms'), instrumental: flag('force_instrumental') })
}

/** Wan: its third version takes everything, earlier ones only what their kind needs. */
const alibaba: Service = ({ model }) => {
  const film = { duration: seconds('duration'), negative: text('negative_prompt'), ...seed }
  const silent = { ...film, sound: flag('audio') }
  const tiers = oneOf('resolution', ['480p', '720p', '1080p'])
  if (model.startsWith('wan3')) return takes({ ...silent, aspect: ratio('ratio'), resolution: tiers }, { ...frames, reference: many })
  const tiered = { resolution: oneOf('resolution', ['720p', '1080p']) }
  if (model.startsWith('wan2.7')) {
    if (model.includes('i2v')) return takes({ ...film, ...tiered }, { first_frame: 1 })
    return takes({ ...film, ...tiered, aspect: ratio('ratio') }, model.includes('r2v') ? { first_frame: 1, reference: many } : {})
  }
  if (model.includes('i2v')) return takes({ ...silent, resolution: lines('resolution') }, { first_frame: 1 })
  return takes({ ...silent, aspect: ratio('size'), resolution: lines('size') })
}

const minimax: Service = ({ model }) =>
  takes({ lyrics: text('lyrics'), instrumental: flag(model === 'music-2.0' ? 'lyrics' : 'is_instrumental') })

/** Whether Runway passes a film on to Google, whose model has no seed there. */
export const isVeo = (model: string) => model.startsWith('veo')
/** Whether Runway passes a film on to ByteDance, whose model has sizes of its own. */
export const isSeedance = (model: string) => model.startsWith('seedance')

const runway: Service = ({ type, task, model }) => {
  if (type === 'image') {
    const shapes = Object.keys(runwayStills['720p'] ?? {})
    return takes({ aspect: oneOf('ratio', shapes), resolution: oneOf('ratio', Object.keys(runwayStills)), ...seed }, edits)
  }
  if (task) return takes(seed, { source: 1 })
  return takes(
    {
      aspect: oneOf('ratio', Object.keys(runwayFilms)),
      ...((isVeo(model) || isSeedance(model)) && { resolution: oneOf('ratio', ['720p', '1080p']) }),
      duration: seconds('duration'),
      sound: flag('audio'),
      negative: text('negativePrompt'),
      ...(!isVeo(model) && seed),
    },
    frames,
  )
}

const luma: Service = ({ type }) =>
  type === 'image'
    ? takes({ aspect: ratio('aspect_ratio') }, edits)
    : takes({ aspect: ratio('aspect_ratio'), resolution: text('resolution'), duration: seconds('duration') }, frames)

const kling: Service = ({ model }) =>
  takes(
    {
      aspect: ratio('aspect_ratio'),
      duration: seconds('duration'),
      resolution: text('resolution'),
      ...(model === 'kling-3.0' && { sound: flag('audio'), shots: flag('multi_shot') }),
    },
    frames,
  )

const stability: Service = ({ model }) => {
  if (model === 'upscale/fast') return takes(enlarges('4'), { source: 1 })
  if (model === 'edit/remove-background') return takes({}, { source: 1 })
  const usual = { aspect: ratio('aspect_ratio'), negative: text('negative_prompt'), ...seed }
  if (model === 'edit/outpaint') return takes({ ...usual, ...sides, up: number('up'), down: number('down') }, { source: 1 })
  return takes(usual, model === 'edit/inpaint' ? { source: 1, mask: 1 } : {})
}

const recraft: Service = ({ task }) => (task ? takes({}, { source: 1 }) : takes({ aspect: ratio('size'), count: number('n') }))

const ideogram: Service = ({ model }) => {
  if (model.startsWith('remove-background/')) return takes({}, { source: 1 })
  const usual = { quality: text('quality'), count: number('num_images'), ...seed }
  const sized = model.includes('/') ? usual : { ...usual, aspect: oneOf('size', Object.keys(ideogramSizes)) }
  return takes(sized, { ...edits, mask: 1 })
}

const services: Readonly<Partial<Record<ServiceId, Service>>> = {
  openai,
  google,
  groq: () => takes(hinted, hears),
  xai,
  mistral,
  fal,
  replicate,
  bfl,
  elevenlabs,
  alibaba,
  minimax,
  runway,
  luma,
  kling,
  stability,
  recraft,
  ideogram,
}

export const mediaSends = (service: ServiceId, made: Made): Sends => services[service]?.(made) ?? nothing
