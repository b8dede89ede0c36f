import type { ModelInput, PriceRule } from '#app/contract/models.ts'
import type { ServiceId } from '../env.ts'
import type { ServerText } from '../i18n.ts'
import type { CatalogueModel } from './catalogue-model.ts'
import { brand, input, option, promptFor } from './catalogue-options.ts'
import type { ModelOption } from './provider.ts'

/**
 * Which service makes what, with which limits, and for how much. Prices are written in dollars, as far as they could be found, and
 * become tokens here, in one place. None is certain: services change them, and those of pictures, speech and films are what a usual one
 * comes to where the service counts otherwise. Look them up before others are let in, and set your own in `MODELS_FILE`.
 */

/** The dearest a token may be to us: at the packs' and plans' prices this leaves a margin for taxes, fees and failures. */
const tokensPerDollar = 200

const whole = (dollars: number) => Math.ceil(dollars * tokensPerDollar - 1e-9)
const fraction = (dollars: number) => Number((dollars * tokensPerDollar).toPrecision(6))

const perMillionTokens = (input: number, output: number): PriceRule => ({
  base: 0,
  per: { measure: 'model_tokens', every: 1_000, input: fraction(input / 1_000), output: fraction(output / 1_000) },
})
const perImage = (dollars: number, factors?: PriceRule['factors']): PriceRule => ({
  base: 0,
  per: { measure: 'count', every: 1, tokens: whole(dollars) },
  ...(factors && { factors }),
})
const perRun = (dollars: number): PriceRule => ({ base: whole(dollars), per: null })
const perSecond = (dollars: number, factors?: PriceRule['factors']): PriceRule => ({
  base: 0,
  per: { measure: 'duration', every: 1, tokens: whole(dollars) },
  ...(factors && { factors }),
})
const perThousandCharacters = (dollars: number): PriceRule => ({
  base: 0,
  per: { measure: 'prompt_characters', every: 1_000, tokens: whole(dollars) },
})

const words = {
  strong: /*i18n*/ { id: 'catalogue.text.strong', message: 'For hard questions and long texts: thinks first, then answers.' },
  quick: /*i18n*/ { id: 'catalogue.text.quick', message: 'Quick and inexpensive: for everyday questions and texts.' },
  tiny: /*i18n*/ { id: 'catalogue.text.tiny', message: 'The least expensive: for short and simple tasks.' },
  picture: /*i18n*/ { id: 'catalogue.image.picture', message: 'Pictures from words, true to the prompt down to the lettering.' },
  edit: /*i18n*/ { id: 'catalogue.image.edit', message: 'Draws, and changes pictures that you bring as you tell it to.' },
  fastPicture: /*i18n*/ { id: 'catalogue.image.fast', message: 'Pictures in a few seconds, for trying out ideas.' },
  finePicture: /*i18n*/ { id: 'catalogue.image.fine', message: 'Large pictures with fine detail.' },
  fill: /*i18n*/ {
    id: 'catalogue.image.fill',
    message: 'Makes a part of your picture anew: bring the picture, and a mask that is white where it may change.',
  },
  film: /*i18n*/ { id: 'catalogue.video.film', message: 'Short films with sound, from words or from a first picture.' },
  fastFilm: /*i18n*/ { id: 'catalogue.video.fast', message: 'The same sooner and for less, with somewhat less detail.' },
  silentFilm: /*i18n*/ { id: 'catalogue.video.silent', message: 'Short films from words or from a first picture.' },
  speech: /*i18n*/ { id: 'catalogue.audio.speech', message: 'Reads aloud in many languages, with lively voices.' },
  fastSpeech: /*i18n*/ { id: 'catalogue.audio.fast', message: 'Reads aloud at once, in many languages, for less.' },
  ownVoice: /*i18n*/ {
    id: 'catalogue.audio.own_voice',
    message: 'Reads English aloud, in its own voices or in one from a short recording. Bring only voices that you may use.',
  },
  music: /*i18n*/ { id: 'catalogue.audio.music', message: 'Songs and instrumental pieces from a description.' },
}

type Media = {
  model: string
  name: string
  description: ServerText
  price: PriceRule
  options: Record<string, ModelOption>
  inputs?: readonly ModelInput[]
}

type Text = Pick<Media, 'model' | 'name' | 'description' | 'price'> & {
  /** The longest answer that may be asked for. */
  longest?: number
  /** How many pictures it can look at. */
  pictures?: number
  /** Its highest temperature; null where it takes none. */
  temperature?: number | null
}

/** Ids are the service and the last part of the service's own name. */
const idOf = (service: string, model: string) => `${service}/${model.split('/').slice(-2).join('-')}`

const textModels = (service: ServiceId, models: readonly Text[]): CatalogueModel[] =>
  models.map(({ model, name, description, price, longest = 8_192, pictures = 4, temperature = null }) => ({
    id: idOf(service, model),
    model,
    via: 'text',
    type: 'text',
    name: brand(name),
    description,
    price,
    options: {
      system: option.system,
      max_output_tokens: option.longest(longest),
      ...(temperature !== null && { temperature: option.temperature(temperature) }),
    },
    inputs: pictures > 0 ? [input.pictures(pictures)] : [],
    prompt: promptFor('text', 40_000),
    maxOutputTokens: longest,
    history: true,
  }))

type MediaKind = { what: 'image' | 'video' | 'speech' | 'music'; via: CatalogueModel['via']; maxLength: number }

const mediaModels = (service: ServiceId, { what, via, maxLength }: MediaKind, models: readonly Media[]): CatalogueModel[] =>
  models.map(({ name, inputs = [], ...model }) => ({
    ...model,
    id: idOf(service, model.model),
    via,
    type: what === 'speech' || what === 'music' ? 'audio' : what,
    name: brand(name),
    inputs,
    prompt: promptFor(what, maxLength),
  }))

const common = ['1:1', '4:3', '3:4', '16:9', '9:16']
const wide = ['16:9', '9:16']
const named = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, name.charAt(0).toUpperCase() + name.slice(1)]))
const flux = { aspect: option.aspect(common), seed: option.seed }

export const catalogue: Record<ServiceId, readonly CatalogueModel[]> = {
  openai: [
    ...textModels('openai', [
      { model: 'gpt-5.2', name: 'GPT-5.2', description: words.strong, price: perMillionTokens(1.75, 14), longest: 16_384 },
      { model: 'gpt-5-mini', name: 'GPT-5 mini', description: words.quick, price: perMillionTokens(0.25, 2) },
      { model: 'gpt-5-nano', name: 'GPT-5 nano', description: words.tiny, price: perMillionTokens(0.05, 0.4) },
    ]),
    ...mediaModels('openai', { what: 'image', via: 'image', maxLength: 30_000 }, [
      {
        model: 'gpt-image-1.5',
        name: 'GPT Image 1.5',
        description: words.edit,
        price: perImage(0.05, { quality: { low: 0.3, high: 4 } }),
        options: { aspect: option.aspect(['1:1', '3:2', '2:3']), quality: option.quality, count: option.count(4) },
        inputs: [input.picture, input.mask, input.pictures(4)],
      },
      {
        model: 'gpt-image-1-mini',
        name: 'GPT Image 1 mini',
        description: words.fastPicture,
        price: perImage(0.015, { quality: { low: 0.5, high: 3.5 } }),
        options: { aspect: option.aspect(['1:1', '3:2', '2:3']), quality: option.quality, count: option.count(4) },
        inputs: [input.picture, input.mask, input.pictures(4)],
      },
    ]),
    ...mediaModels('openai', { what: 'speech', via: 'speech', maxLength: 4_096 }, [
      {
        model: 'gpt-4o-mini-tts',
        name: 'GPT-4o mini TTS',
        description: words.speech,
        price: perThousandCharacters(0.02),
        options: {
          voice: option.voice(named('alloy ash ballad coral echo fable nova onyx sage shimmer verse')),
          format: option.soundFormat(['mp3', 'opus', 'wav']),
        },
      },
      {
        model: 'tts-1-hd',
        name: 'TTS-1 HD',
        description: words.speech,
        price: perThousandCharacters(0.03),
        options: {
          voice: option.voice(named('alloy ash coral echo fable nova onyx sage shimmer')),
          speed: option.speed(0.5, 2),
          format: option.soundFormat(['mp3', 'opus', 'wav']),
        },
      },
    ]),
    ...mediaModels('openai', { what: 'video', via: 'operation', maxLength: 4_000 }, [
      {
        model: 'sora-2',
        name: 'Sora 2',
        description: words.film,
        price: perSecond(0.1),
        options: { aspect: option.aspect(wide), duration: option.seconds({ from: 4, to: 12, step: 4 }) },
        inputs: [input.firstFrame],
      },
    ]),
  ],
  google: [
    ...textModels('google', [
      {
        model: 'gemini-2.5-pro',
        name: 'Gemini 2.5 Pro',
        description: words.strong,
        price: perMillionTokens(1.25, 10),
        longest: 16_384,
        temperature: 2,
      },
      { model: 'gemini-2.5-flash', name: 'Gemini 2.5 Flash', description: words.quick, price: perMillionTokens(0.3, 2.5), temperature: 2 },
      {
        model: 'gemini-2.5-flash-lite',
        name: 'Gemini 2.5 Flash-Lite',
        description: words.tiny,
        price: perMillionTokens(0.1, 0.4),
        temperature: 2,
      },
    ]),
    ...mediaModels('google', { what: 'image', via: 'image', maxLength: 8_000 }, [
      {
        model: 'gemini-2.5-flash-image',
        name: 'Gemini 2.5 Flash Image',
        description: words.edit,
        price: perRun(0.039),
        options: { aspect: option.aspect(common) },
        inputs: [input.picture, input.pictures(3)],
      },
    ]),
    ...mediaModels('google', { what: 'video', via: 'operation', maxLength: 4_000 }, [
      {
        model: 'veo-3.1-generate-preview',
        name: 'Veo 3.1',
        description: words.film,
        price: perSecond(0.4),
        options: {
          aspect: option.aspect(wide),
          duration: option.seconds({ from: 4, to: 8, step: 2, preset: 8 }),
          resolution: option.resolution(['720p', '1080p'], '720p'),
          negative: option.negative,
        },
        inputs: [input.firstFrame],
      },
      {
        model: 'veo-3.1-fast-generate-preview',
        name: 'Veo 3.1 Fast',
        description: words.fastFilm,
        price: perSecond(0.15),
        options: {
          aspect: option.aspect(wide),
          duration: option.seconds({ from: 4, to: 8, step: 2, preset: 8 }),
          resolution: option.resolution(['720p', '1080p'], '720p'),
          negative: option.negative,
        },
        inputs: [input.firstFrame],
      },
    ]),
    ...mediaModels('google', { what: 'speech', via: 'speech', maxLength: 8_000 }, [
      {
        model: 'gemini-2.5-flash-preview-tts',
        name: 'Gemini 2.5 Flash TTS',
        description: words.speech,
        price: perThousandCharacters(0.02),
        options: { voice: option.voice(named('Kore Puck Zephyr Charon Aoede Leda Orus Fenrir')) },
      },
    ]),
  ],
  xai: [
    ...textModels('xai', [
      { model: 'grok-4.3', name: 'Grok 4.3', description: words.strong, price: perMillionTokens(3, 15), temperature: 2 },
      { model: 'grok-4.20-non-reasoning', name: 'Grok 4.20', description: words.quick, price: perMillionTokens(2, 6), temperature: 2 },
    ]),
    ...mediaModels('xai', { what: 'image', via: 'image', maxLength: 8_000 }, [
      {
        model: 'grok-imagine-image',
        name: 'Grok Imagine',
        description: words.picture,
        price: perImage(0.02),
        options: { aspect: option.aspect(common), count: option.count(4) },
        inputs: [input.picture],
      },
    ]),
    ...mediaModels('xai', { what: 'video', via: 'operation', maxLength: 4_000 }, [
      {
        model: 'grok-imagine-video',
        name: 'Grok Imagine Video',
        description: words.film,
        price: perSecond(0.05, { resolution: { '720p': 1.4 } }),
        options: {
          aspect: option.aspect(['16:9', '9:16', '1:1']),
          duration: option.seconds({ from: 1, to: 15, preset: 6 }),
          resolution: option.resolution(['480p', '720p'], '480p'),
        },
        inputs: [input.firstFrame],
      },
    ]),
  ],
  anthropic: textModels('anthropic', [
    { model: 'claude-opus-4-5', name: 'Claude Opus 4.5', description: words.strong, price: perMillionTokens(5, 25), temperature: 1 },
    { model: 'claude-sonnet-4-5', name: 'Claude Sonnet 4.5', description: words.strong, price: perMillionTokens(3, 15), temperature: 1 },
    { model: 'claude-haiku-4-5', name: 'Claude Haiku 4.5', description: words.quick, price: perMillionTokens(1, 5), temperature: 1 },
  ]),
  mistral: [
    ...textModels('mistral', [
      { model: 'mistral-large-latest', name: 'Mistral Large', description: words.strong, price: perMillionTokens(2, 6), temperature: 1.5 },
      {
        model: 'mistral-medium-latest',
        name: 'Mistral Medium',
        description: words.quick,
        price: perMillionTokens(0.4, 2),
        temperature: 1.5,
      },
      {
        model: 'mistral-small-latest',
        name: 'Mistral Small',
        description: words.tiny,
        price: perMillionTokens(0.1, 0.3),
        temperature: 1.5,
      },
    ]),
  ],
  fal: [
    ...mediaModels('fal', { what: 'image', via: 'image', maxLength: 4_000 }, [
      {
        model: 'fal-ai/flux/schnell',
        name: 'FLUX.1 schnell',
        description: words.fastPicture,
        price: perImage(0.004),
        options: { ...flux, count: option.count(4) },
      },
      {
        model: 'fal-ai/flux-pro/v1.1-ultra',
        name: 'FLUX1.1 pro ultra',
        description: words.finePicture,
        price: perImage(0.06),
        options: { ...flux, count: option.count(4) },
      },
      {
        model: 'fal-ai/flux-pro/kontext',
        name: 'FLUX.1 Kontext pro',
        description: words.edit,
        price: perImage(0.04),
        options: { ...flux, count: option.count(4) },
        inputs: [input.givenPicture],
      },
      {
        model: 'fal-ai/flux-lora/inpainting',
        name: 'FLUX.1 inpainting',
        description: words.fill,
        price: perImage(0.04),
        options: { seed: option.seed, count: option.count(4) },
        inputs: [input.givenPicture, input.givenMask],
      },
    ]),
    ...mediaModels('fal', { what: 'video', via: 'operation', maxLength: 2_000 }, [
      {
        model: 'luma-ray-2-flash',
        name: 'Luma Ray 2 Flash',
        description: words.silentFilm,
        price: perSecond(0.04, { resolution: { '720p': 2 } }),
        options: {
          aspect: option.aspect(wide),
          duration: option.seconds({ from: 5, to: 9, step: 1, preset: 5 }),
          resolution: option.resolution(['540p', '720p'], '540p'),
        },
        inputs: [input.firstFrame],
      },
    ]),
    ...mediaModels('fal', { what: 'speech', via: 'speech', maxLength: 5_000 }, [
      {
        model: 'fal-ai/minimax/speech-02-turbo',
        name: 'MiniMax Speech 02 Turbo',
        description: words.fastSpeech,
        price: perThousandCharacters(0.06),
        options: {
          voice: option.voice({
            Wise_Woman: 'Wise Woman',
            Friendly_Person: 'Friendly Person',
            Deep_Voice_Man: 'Deep Voice Man',
            Calm_Woman: 'Calm Woman',
          }),
          speed: option.speed(0.5, 2),
        },
      },
      {
        model: 'resemble-ai/chatterboxhd/text-to-speech',
        name: 'Chatterbox HD',
        description: words.ownVoice,
        price: perThousandCharacters(0.05),
        options: { voice: option.voice(named('Aurora Blade Britney Carl Cliff Richard Rico Siobhan Vicky')) },
        inputs: [input.voice],
      },
    ]),
  ],
  replicate: [
    ...mediaModels('replicate', { what: 'image', via: 'image', maxLength: 4_000 }, [
      {
        model: 'black-forest-labs/flux-schnell',
        name: 'FLUX.1 schnell',
        description: words.fastPicture,
        price: perImage(0.003),
        options: { ...flux, count: option.count(4) },
      },
      {
        model: 'recraft-ai/recraft-v3',
        name: 'Recraft V3',
        description: words.picture,
        price: perRun(0.04),
        options: { aspect: option.aspect(common) },
      },
      {
        model: 'ideogram-ai/ideogram-v2-turbo',
        name: 'Ideogram 2.0 Turbo',
        description: words.picture,
        price: perRun(0.05),
        options: { aspect: option.aspect(common), seed: option.seed },
      },
      {
        model: 'black-forest-labs/flux-fill-pro',
        name: 'FLUX.1 Fill [pro]',
        description: words.fill,
        price: perRun(0.05),
        options: { seed: option.seed },
        inputs: [input.givenPicture, input.givenMask],
      },
    ]),
    ...mediaModels('replicate', { what: 'video', via: 'operation', maxLength: 2_000 }, [
      {
        model: 'minimax/video-01',
        name: 'MiniMax Video-01',
        description: words.silentFilm,
        price: perRun(0.5),
        options: {},
        inputs: [input.firstFrame],
      },
    ]),
  ],
  bfl: mediaModels('bfl', { what: 'image', via: 'image', maxLength: 4_000 }, [
    { model: 'flux-pro-1.1', name: 'FLUX1.1 [pro]', description: words.picture, price: perRun(0.04), options: flux },
    { model: 'flux-pro-1.1-ultra', name: 'FLUX1.1 [pro] Ultra', description: words.finePicture, price: perRun(0.06), options: flux },
    {
      model: 'flux-kontext-pro',
      name: 'FLUX.1 Kontext [pro]',
      description: words.edit,
      price: perRun(0.04),
      options: flux,
      inputs: [input.picture, input.pictures(3)],
    },
    {
      model: 'flux-kontext-max',
      name: 'FLUX.1 Kontext [max]',
      description: words.edit,
      price: perRun(0.08),
      options: flux,
      inputs: [input.picture, input.pictures(3)],
    },
    {
      model: 'flux-pro-1.0-fill',
      name: 'FLUX.1 Fill [pro]',
      description: words.fill,
      price: perRun(0.05),
      options: { seed: option.seed },
      inputs: [input.givenPicture, input.givenMask],
    },
  ]),
  elevenlabs: [
    ...mediaModels('elevenlabs', { what: 'speech', via: 'speech', maxLength: 10_000 }, [
      {
        model: 'eleven_multilingual_v2',
        name: 'Eleven Multilingual v2',
        description: words.speech,
        price: perThousandCharacters(0.24),
        options: { voice: option.voice(elevenVoices()), speed: option.speed(0.7, 1.2) },
      },
      {
        model: 'eleven_flash_v2_5',
        name: 'Eleven Flash v2.5',
        description: words.fastSpeech,
        price: perThousandCharacters(0.12),
        options: { voice: option.voice(elevenVoices()), speed: option.speed(0.7, 1.2) },
      },
    ]),
    ...mediaModels('elevenlabs', { what: 'music', via: 'operation', maxLength: 2_000 }, [
      {
        model: 'music_v1',
        name: 'Eleven Music',
        description: words.music,
        price: perSecond(0.0134),
        options: { duration: option.seconds({ from: 10, to: 180, preset: 30 }), instrumental: option.instrumental },
      },
    ]),
  ],
  alibaba: [
    ...textModels('alibaba', [
      { model: 'qwen3-max', name: 'Qwen3 Max', description: words.strong, price: perMillionTokens(1.2, 6), pictures: 0, temperature: 1.9 },
      { model: 'qwen-plus', name: 'Qwen Plus', description: words.quick, price: perMillionTokens(0.4, 1.2), pictures: 0, temperature: 1.9 },
      {
        model: 'qwen-flash',
        name: 'Qwen Flash',
        description: words.tiny,
        price: perMillionTokens(0.05, 0.4),
        pictures: 0,
        temperature: 1.9,
      },
    ]),
    ...mediaModels('alibaba', { what: 'video', via: 'operation', maxLength: 1_500 }, [
      {
        model: 'wan2.6-t2v',
        name: 'Wan 2.6',
        description: words.silentFilm,
        price: perSecond(0.1, { resolution: { '1080p': 1.5 } }),
        options: {
          aspect: option.aspect(wide),
          duration: option.seconds({ from: 5, to: 15, step: 5 }),
          resolution: option.resolution(['720p', '1080p'], '720p'),
          negative: option.negative,
          seed: option.seed,
        },
      },
      {
        model: 'wan2.6-i2v',
        name: 'Wan 2.6 from a picture',
        description: words.silentFilm,
        price: perSecond(0.1, { resolution: { '1080p': 1.5 } }),
        options: {
          duration: option.seconds({ from: 5, to: 15, step: 5 }),
          resolution: option.resolution(['720p', '1080p'], '720p'),
          negative: option.negative,
          seed: option.seed,
        },
        inputs: [input.givenFirstFrame],
      },
    ]),
  ],
  minimax: [
    ...textModels('minimax', [
      {
        model: 'MiniMax-M2.5',
        name: 'MiniMax M2.5',
        description: words.strong,
        price: perMillionTokens(0.3, 1.2),
        pictures: 0,
        temperature: 1,
      },
      {
        model: 'MiniMax-M2.5-highspeed',
        name: 'MiniMax M2.5 Highspeed',
        description: words.quick,
        price: perMillionTokens(0.6, 2.4),
        pictures: 0,
        temperature: 1,
      },
    ]),
    ...mediaModels('minimax', { what: 'music', via: 'operation', maxLength: 2_000 }, [
      {
        model: 'music-2.0',
        name: 'MiniMax Music 2.0',
        description: words.music,
        price: perRun(0.03),
        options: { instrumental: option.instrumental },
      },
    ]),
  ],
}

function elevenVoices(): Record<string, string> {
  return {
    EXAVITQu4vr4xnSDxMaL: 'Sarah',
    JBFqnCBsd6RMkjVDRZzb: 'George',
    XrExE9yKIg1WjnnlVkGX: 'Matilda',
    onwK4e9ZLuTAKqWW03F9: 'Daniel',
    pFZP5JQG7iQjIQuC4Bku: 'Lily',
  }
}
