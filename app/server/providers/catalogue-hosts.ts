import type { CatalogueModel } from './catalogue-model.ts'
import { input, option } from './catalogue-options.ts'
import { perImage, perRun, perSecond, perThousandCharacters, words, mediaModels, common, wide, named, flux } from './catalogue-builders.ts'

/** Services that host the models of others. */
export const falModels: readonly CatalogueModel[] = [
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
]

export const replicateModels: readonly CatalogueModel[] = [
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
]
