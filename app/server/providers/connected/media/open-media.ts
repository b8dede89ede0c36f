import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { CatalogueModel } from '../../catalogue/model.ts'
import type { KindModel } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import type { OpenServiceModel } from '../service.ts'
import { durationOf, frameOf, pictureSizeOf, ratioOf, seedOf } from './frame-size.ts'
import { isOmni } from './media-sends.ts'
import { accessMedia, type MediaAccess } from './media-fetch.ts'
import { sdkImage, type SdkImageOptions } from './sdk-image.ts'
import { sdkSpeech, type SdkSpeechOptions } from './sdk-speech.ts'
import { sdkVideo, type SdkVideoOptions } from './sdk-video.ts'

/** The models of a service, by kind. */
type Service = {
  image?(): Omit<SdkImageOptions, 'provider'>
  speech?(): Omit<SdkSpeechOptions, 'provider'>
  video?(): Omit<SdkVideoOptions, 'access'>
  transcription?(): KindModel | Promise<KindModel>
  /** Adapters of our own, which replace those of the package or fill its gaps. */
  own?: { image?(): KindModel; video?(): KindModel; music?(): KindModel }
}

/** Opens the pictures, sounds and films of the services with an API key. */
export const openMedia: OpenServiceModel = async (given, model) => {
  const access = accessMedia(given)
  const service = await openService(access, model)
  const opened = await open(service, { access, model })
  if (!opened) throw new ProviderError('provider_auth', `${given.service}: has no such models`)
  return opened
}

function open(
  { image, speech, video, transcription, own }: Service,
  { access, model: { type, via } }: { access: MediaAccess; model: CatalogueModel },
): KindModel | Promise<KindModel> | undefined {
  const provider = access.service
  if (type === 'image') return own?.image?.() ?? (image && sdkImage({ provider, ...image() }))
  if (type === 'video') return own?.video?.() ?? (video && sdkVideo({ access, ...video() }))
  if (via === 'transcription') return transcription?.()
  if (type === 'audio' && via === 'speech') return speech && sdkSpeech({ provider, ...speech() })
  return type === 'audio' ? own?.music?.() : undefined
}

// oxlint-disable-next-line max-lines-per-function -- A table: one case per service.
async function openService(access: MediaAccess, { partialImages = 0, type, via, task, model, wire }: CatalogueModel): Promise<Service> {
  /** Whether the adapter itself sends the given film, and no field of the operator's. */
  const sendsFilm = !wire?.inputs.source
  const { apiKey, fetch, baseUrl, override } = access
  const settings = { apiKey, fetch, ...(override && { baseURL: baseUrl }) }
  async function transcribe(dialect: 'openai' | 'whisper' | 'mistral'): Promise<KindModel> {
    const { openaiTranscription } = await import('./openai-transcription.ts')
    return openaiTranscription({ service: access.service, baseUrl, key: apiKey, fetch, dialect })
  }
  switch (access.service) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      const openai = createOpenAI(settings)
      const { openaiVideo } = await import('./openai-video.ts')
      const streamed = partialImages > 0 ? (await import('./stream-partials.ts')).streamPartials(access, partialImages) : null
      return {
        image: () => ({
          model: (name, own) => (own ? createOpenAI({ ...settings, fetch: own }) : openai).image(name),
          settings: openaiPicture,
          mask: 'see-through',
          // An unfinished image costs 100 output tokens, nearly half of a complete image of low quality.
          streaming: (onPartial, { quality }) => (streamed && quality !== 'low' ? streamed(onPartial) : null),
        }),
        speech: () => ({ model: openai.speech }),
        transcription: () => transcribe('openai'),
        own: { video: () => openaiVideo(access) },
      }
    }
    case 'google': {
      const google = (await import('@ai-sdk/google')).createGoogle(settings)
      const { googleMusic } = await import('./google-music.ts')
      const { googleVideo } = await import('./google-video.ts')
      return {
        image: () => ({ model: (name) => google.image(name), settings: googlePicture }),
        speech: () => ({ model: google.speech }),
        transcription: async () => (await import('./google-transcription.ts')).googleTranscription(access),
        video: () => ({ model: google.video, settings: googleFilm }),
        own: { music: () => googleMusic(access), ...(isOmni(model) && { video: () => googleVideo(access) }) },
      }
    }
    case 'groq':
      return { transcription: () => transcribe('whisper') }
    case 'xai': {
      const xai = (await import('@ai-sdk/xai')).createXai(settings)
      return {
        image: () => ({ model: xai.image, settings: xaiPicture }),
        video: () => ({
          model: xai.video,
          settings: xaiFilm,
          film: (videoUrl) => ({ xai: { mode: task === 'continue_video' ? 'extend-video' : 'edit-video', videoUrl } }),
        }),
      }
    }
    case 'mistral': {
      const mistral = (await import('@ai-sdk/mistral')).createMistral(settings)
      // The recording is sent as plain base64.
      const refAudioOf = (recording: string) => recording.slice(recording.indexOf(',') + 1)
      return {
        speech: () => ({ model: mistral.speech, spokenLike: (recording) => ({ mistral: { refAudio: refAudioOf(recording) } }) }),
        transcription: () => transcribe('mistral'),
      }
    }
    case 'fal': {
      const fal = (await import('@ai-sdk/fal')).createFal(settings)
      const { falVideo } = await import('./fal-video.ts')
      if (task === 'lip_sync' && sendsFilm) return { own: { video: () => falVideo(access, { speaks: true }) } }
      // An operator's model with the service's own fields, whatever it makes.
      if (via === 'operation' && type !== 'video') return { own: { image: () => falVideo(access), music: () => falVideo(access) } }
      if (task && type === 'image') {
        const { falTool } = await import('./fal-tool.ts')
        return { own: { image: () => falTool(access) } }
      }
      return {
        image: () => ({ model: fal.image, settings: falPicture }),
        speech: () => ({ model: fal.speech, spokenLike: (recording) => ({ fal: { audio_url: recording } }), settings: falVoice }),
        own: { video: () => falVideo(access) },
      }
    }
    case 'replicate': {
      const { replicateWork } = await import('./replicate-work.ts')
      return {
        own: {
          image: () => replicateWork(access, { picture: 'image' }),
          video: () => replicateWork(access, { picture: 'first_frame_image', reference: 'subject_reference' }),
          music: () => replicateWork(access, { picture: 'image' }),
        },
      }
    }
    case 'bfl': {
      const { bflImage } = await import('./bfl-image.ts')
      return { own: { image: () => bflImage(access) } }
    }
    case 'elevenlabs': {
      const elevenlabs = (await import('@ai-sdk/elevenlabs')).createElevenLabs(settings)
      const { elevenlabsSound } = await import('./elevenlabs-sound.ts')
      return {
        speech: () => ({ model: elevenlabs.speech }),
        transcription: async () => (await import('./elevenlabs-transcription.ts')).elevenlabsTranscription(access),
        own: { music: () => elevenlabsSound(access) },
      }
    }
    case 'alibaba': {
      const alibaba = (await import('@ai-sdk/alibaba')).createAlibaba({ apiKey, fetch, videoBaseURL: new URL(baseUrl).origin })
      return { video: () => ({ model: alibaba.video, settings: alibabaFilm }) }
    }
    case 'minimax': {
      const { minimaxMusic } = await import('./minimax-music.ts')
      const { origin } = new URL(baseUrl)
      return { own: { music: () => minimaxMusic({ ...access, baseUrl: origin }) } }
    }
    case 'runway': {
      const { runwayWork } = await import('./runway-work.ts')
      const film = task === 'change_video' && sendsFilm ? 'change' : 'video'
      return { own: { image: () => runwayWork(access, { makes: 'image' }), video: () => runwayWork(access, { makes: film }) } }
    }
    case 'luma': {
      const { lumaWork } = await import('./luma-work.ts')
      return { own: { image: () => lumaWork(access, { makes: 'image' }), video: () => lumaWork(access, { makes: 'video' }) } }
    }
    case 'kling': {
      const { klingVideo } = await import('./kling-video.ts')
      return { own: { video: () => klingVideo(access) } }
    }
    case 'stability': {
      const { stabilityImage } = await import('./stability-image.ts')
      return { own: { image: () => stabilityImage(access) } }
    }
    case 'recraft': {
      const { recraftImage } = await import('./recraft-image.ts')
      return { own: { image: () => recraftImage(access) } }
    }
    case 'ideogram': {
      const { ideogramImage } = await import('./ideogram-image.ts')
      return { own: { image: () => ideogramImage(access) } }
    }
    default:
      return {}
  }
}

const ratioAndSeed = (options: OptionValues) => ({ ...ratioOf(options), ...seedOf(options) })

function openaiPicture(options: OptionValues) {
  const { quality, transparent } = options
  const chosen = {
    ...(typeof quality === 'string' && { quality }),
    ...(typeof transparent === 'boolean' && { background: transparent ? 'transparent' : 'auto' }),
  }
  return { ...pictureSizeOf(options), ...(Object.keys(chosen).length > 0 && { providerOptions: { openai: chosen } }) }
}

function googlePicture(options: OptionValues) {
  const { resolution } = options
  return {
    ...ratioAndSeed(options),
    ...(typeof resolution === 'string' && { providerOptions: { google: { imageConfig: { imageSize: resolution } } } }),
  }
}

function xaiPicture(options: OptionValues) {
  const { quality, resolution } = options
  const chosen = { ...(typeof quality === 'string' && { quality }), ...(typeof resolution === 'string' && { resolution }) }
  return { ...ratioOf(options), providerOptions: { xai: chosen } }
}

/** The shape for fal. Most of its models take a size, which the package computes from the shape; these take the shape itself. */
function falPicture(options: OptionValues, model: string) {
  const { aspectRatio } = ratioOf(options) ?? {}
  if (!/kontext|ultra/.test(model)) return ratioAndSeed(options)
  return { ...seedOf(options), ...(aspectRatio && { providerOptions: { fal: { aspect_ratio: aspectRatio } } }) }
}

/** The settings of MiniMax' models, which are an object of their own. */
function falVoice({ voice, speed }: OptionValues, model: string) {
  if (!model.includes('/minimax/')) return null
  return { fal: { voice_setting: { ...(typeof voice === 'string' && { voice_id: voice }), ...(typeof speed === 'number' && { speed }) } } }
}

function xaiFilm(options: OptionValues) {
  const { resolution } = options
  return {
    ...ratioOf(options),
    ...durationOf(options),
    ...soundOf(options),
    providerOptions: { xai: typeof resolution === 'string' ? { resolution } : {} },
  }
}

const soundOf = ({ sound }: OptionValues) => (typeof sound === 'boolean' ? { generateAudio: sound } : {})

const negativeOf = ({ negative }: OptionValues) => (typeof negative === 'string' && negative.trim() ? { negativePrompt: negative } : {})

/** The size for Google. The package accepts only landscape sizes as resolutions, from which it derives the shape. */
function googleFilm(options: OptionValues) {
  return {
    ...ratioAndSeed(options),
    ...durationOf(options),
    ...frameOf({ ...options, aspect: '16:9' }),
    providerOptions: { google: negativeOf(options) },
  }
}

/** The size for Alibaba. Up to Wan 2.6 the size implies the shape; later models take both, and the package names their sizes like this. */
function alibabaFilm(options: OptionValues, model: string) {
  const tier = tiers[String(options.resolution)]
  const shape = /^wan(?:2\.7|3)/.test(model) ? { ...ratioOf(options), ...(tier && { resolution: tier }) } : sizeOf(options)
  return { ...seedOf(options), ...durationOf(options), ...soundOf(options), ...shape, providerOptions: { alibaba: negativeOf(options) } }
}

/** The size of the usual resolution, if only a shape was chosen. */
const sizeOf = (options: OptionValues) => frameOf(options.aspect === undefined ? options : { resolution: '720p', ...options })

const tiers: Record<string, `${number}x${number}`> = { '480p': '832x480', '720p': '1280x720', '1080p': '1920x1080' }
