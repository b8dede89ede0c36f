import type { CatalogueEntry } from './model.ts'
import { input, option } from './options.ts'
import { perImage, perInputMinute, perRun, perSecond, perThousandCharacters, words, mediaModels, common, named, flux } from './builders.ts'

const falFacts = { source: 'https://fal.ai/models', checked: '2026-11-21' }
const lipSync = 'https://fal.ai/models/fal-ai/sync-lipsync/llms.txt'
const replicateFacts = { source: 'https://replicate.com/explore', checked: '2026-11-21' }

/** Models of other makers, hosted by these services. */
export const falModels: readonly CatalogueEntry[] = [
  ...mediaModels('fal', { what: 'image', via: 'image', maxLength: 4_000, ...falFacts }, [
    {
      model: 'fal-ai/flux/schnell',
      name: 'FLUX.1 schnell',
      description: words.fastPicture,
      cost: perImage(0.004),
      options: { ...flux, count: option.count(4) },
    },
    {
      model: 'fal-ai/flux-pro/v1.1-ultra',
      name: 'FLUX1.1 pro ultra',
      description: words.finePicture,
      cost: perImage(0.06),
      options: { ...flux, count: option.count(4) },
    },
    {
      model: 'fal-ai/flux-pro/kontext',
      name: 'FLUX.1 Kontext pro',
      description: words.edit,
      cost: perImage(0.04),
      options: { ...flux, count: option.count(4) },
      inputs: [input.givenPicture],
    },
    {
      model: 'fal-ai/flux-lora/inpainting',
      name: 'FLUX.1 inpainting',
      description: words.fill,
      cost: perImage(0.04),
      options: { seed: option.seed, count: option.count(4) },
      inputs: [input.givenPicture, input.givenMask],
    },
    {
      model: 'fal-ai/ideogram/remove-background',
      name: 'Ideogram Remove Background',
      description: words.cutout,
      cost: perRun(0.01),
      options: {},
      inputs: [input.givenPicture],
      task: 'remove_background',
      source: 'https://fal.ai/models/fal-ai/ideogram/remove-background/llms.txt',
      checked: '2026-11-24',
    },
  ]),
  ...mediaModels('fal', { what: 'video', via: 'operation', maxLength: 2_000, ...falFacts }, [
    {
      model: 'fal-ai/luma-dream-machine/ray-2-flash',
      id: 'fal/luma-ray-2-flash',
      name: 'Luma Ray 2 Flash',
      description: words.silentFilm,
      cost: perSecond(0.04, { resolution: { '720p': 2, '1080p': 4 } }),
      options: {
        aspect: option.aspect(['16:9', '9:16', '4:3', '3:4', '21:9']),
        duration: option.lengths(['5', '9']),
        resolution: option.resolution(['540p', '720p', '1080p'], '540p'),
      },
      inputs: [input.firstFrame, input.lastAfterFirst],
      source: 'https://fal.ai/models/fal-ai/luma-dream-machine/ray-2-flash/image-to-video/llms.txt',
      checked: '2026-11-26',
    },
  ]),
  ...mediaModels('fal', { what: 'spoken', via: 'operation', maxLength: 0, source: lipSync, checked: '2026-11-26' }, [
    {
      model: 'fal-ai/sync-lipsync',
      id: 'fal/sync-lipsync-1.9',
      name: 'Sync Lipsync 1.9',
      description: words.lipSync,
      cost: perInputMinute(0.7),
      options: { fit: option.fit },
      inputs: [input.film(), input.speech],
    },
    {
      model: 'fal-ai/sync-lipsync/v3',
      id: 'fal/sync-lipsync-3',
      name: 'Sync Lipsync 3',
      description: words.fineLipSync,
      cost: perInputMinute(8),
      options: { fit: option.fit },
      inputs: [input.film(), input.speech],
      source: 'https://fal.ai/models/fal-ai/sync-lipsync/v3/llms.txt',
    },
  ]),
  ...mediaModels('fal', { what: 'speech', via: 'speech', maxLength: 5_000, ...falFacts }, [
    {
      model: 'fal-ai/minimax/speech-02-turbo',
      name: 'MiniMax Speech 02 Turbo',
      description: words.fastSpeech,
      cost: perThousandCharacters(0.06),
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
      cost: perThousandCharacters(0.05),
      options: { voice: option.voice(named('Aurora Blade Britney Carl Cliff Richard Rico Siobhan Vicky')) },
      inputs: [input.voice],
    },
  ]),
]

export const replicateModels: readonly CatalogueEntry[] = [
  ...mediaModels('replicate', { what: 'image', via: 'image', maxLength: 4_000, ...replicateFacts }, [
    {
      model: 'black-forest-labs/flux-schnell',
      name: 'FLUX.1 schnell',
      description: words.fastPicture,
      cost: perImage(0.003),
      options: { ...flux, count: option.count(4) },
    },
    {
      model: 'recraft-ai/recraft-v3',
      name: 'Recraft V3',
      description: words.picture,
      cost: perRun(0.04),
      options: { aspect: option.aspect(common) },
    },
    {
      model: 'ideogram-ai/ideogram-v2-turbo',
      name: 'Ideogram 2.0 Turbo',
      description: words.picture,
      cost: perRun(0.05),
      options: { aspect: option.aspect(common), seed: option.seed },
    },
    {
      model: 'black-forest-labs/flux-fill-pro',
      name: 'FLUX.1 Fill [pro]',
      description: words.fill,
      cost: perRun(0.05),
      options: { seed: option.seed },
      inputs: [input.givenPicture, input.givenMask],
    },
  ]),
  ...mediaModels('replicate', { what: 'video', via: 'operation', maxLength: 2_000, ...replicateFacts }, [
    {
      model: 'minimax/video-01',
      name: 'MiniMax Video-01',
      description: words.silentFilm,
      cost: perRun(0.5),
      options: {},
      inputs: [input.firstFrame, { ...input.cast(1), not_with: ['first_frame'] }],
      source: 'https://replicate.com/minimax/video-01/api',
      checked: '2026-11-23',
    },
  ]),
]
