import type { ServiceId } from '../env.ts'
import type { CatalogueModel } from './catalogue-model.ts'
import { input, option } from './catalogue-options.ts'

import {
  perMillionTokens,
  perImage,
  perRun,
  perSecond,
  perThousandCharacters,
  words,
  textModels,
  mediaModels,
  common,
  wide,
  named,
  flux,
} from './catalogue-builders.ts'
import { falModels, replicateModels } from './catalogue-hosts.ts'

/**
 * The models of each service, with limits and prices. Prices are in dollars, as far as they could be found, and are converted to tokens
 * here. None is certain: services change them, and those of pictures, speech and films are typical costs when the service counts
 * differently. Check them before opening the site to others, and set your own in `MODELS_FILE`.
 */

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
        partialImages: 2,
      },
      {
        model: 'gpt-image-1-mini',
        name: 'GPT Image 1 mini',
        description: words.fastPicture,
        price: perImage(0.015, { quality: { low: 0.5, high: 3.5 } }),
        options: { aspect: option.aspect(['1:1', '3:2', '2:3']), quality: option.quality, count: option.count(4) },
        inputs: [input.picture, input.mask, input.pictures(4)],
        partialImages: 2,
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
  fal: falModels,
  replicate: replicateModels,
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
