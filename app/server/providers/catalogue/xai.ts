import { mediaModels, perImage, perInputSecond, perMillionTokens, perSecond, common, textModels, words } from './builders.ts'
import type { CatalogueEntry } from './model.ts'
import { input, option } from './options.ts'

const films = {
  via: 'operation',
  maxLength: 4_000,
  source: 'https://docs.x.ai/developers/model-capabilities/video',
  checked: '2026-11-26',
} as const

export const xaiModels: readonly CatalogueEntry[] = [
  ...textModels(
    'xai',
    { source: 'https://docs.x.ai/developers/models', checked: '2026-11-23', search: 0.005, efforts: ['low', 'medium', 'high'] },
    [
      { model: 'grok-4.7', name: 'Grok 4.7', description: words.strong, cost: perMillionTokens(2, 6), longest: 16_384 },
      {
        model: 'grok-4.3',
        name: 'Grok 4.3',
        description: words.strong,
        cost: perMillionTokens(1.25, 2.5),
        temperature: 2,
        efforts: ['none', 'low', 'medium', 'high'],
      },
      {
        model: 'grok-4.20-non-reasoning',
        name: 'Grok 4.20',
        efforts: null,
        description: words.quick,
        cost: perMillionTokens(1.25, 2.5),
        temperature: 2,
      },
    ],
  ),
  ...mediaModels(
    'xai',
    {
      what: 'image',
      via: 'image',
      maxLength: 8_000,
      source: 'https://docs.x.ai/developers/migration/imagine-image-quality-nov-2',
      checked: '2026-11-23',
    },
    [
      {
        model: 'grok-imagine-image-2.0',
        name: 'Grok Imagine 2.0',
        description: words.edit,
        cost: perImage(0.04, { quality: { medium: 1.5 }, resolution: { '2k': 1.5 } }),
        options: {
          aspect: option.aspect([...common, '3:2', '2:3', '21:9']),
          quality: option.quality(['low', 'medium'], 'low'),
          resolution: option.resolution(['1k', '2k'], '1k'),
          count: option.count(4),
        },
        inputs: [input.picture, input.pictures(4)],
      },
      {
        model: 'grok-imagine-image',
        name: 'Grok Imagine',
        description: words.picture,
        cost: perImage(0.02),
        options: { aspect: option.aspect(common), count: option.count(4) },
        inputs: [input.picture],
      },
    ],
  ),
  ...mediaModels(
    'xai',
    {
      what: 'video',
      via: 'operation',
      maxLength: 4_000,
      source: 'https://docs.x.ai/developers/model-capabilities/video',
      checked: '2026-11-23',
    },
    [
      {
        model: 'grok-imagine-video-1.5',
        name: 'Grok Imagine Video 1.5',
        description: words.withCast,
        cost: perSecond(0.08, { resolution: { '720p': 1.75, '1080p': 3.125 } }),
        options: {
          aspect: option.aspect(['16:9', '9:16', '1:1']),
          duration: option.seconds({ from: 1, to: 15, preset: 6 }),
          resolution: option.resolution(['480p', '720p', '1080p'], '480p'),
          sound: option.sound,
        },
        // With references, xAI makes at most 720p.
        inputs: [input.firstFrame, input.lastAfterFirst, input.cast(7, { option: 'resolution', in: ['480p', '720p'] })],
      },
      {
        model: 'grok-imagine-video',
        name: 'Grok Imagine Video',
        description: words.film,
        cost: perSecond(0.05, { resolution: { '720p': 1.4 } }),
        options: {
          aspect: option.aspect(['16:9', '9:16', '1:1']),
          duration: option.seconds({ from: 1, to: 15, preset: 6 }),
          resolution: option.resolution(['480p', '720p'], '480p'),
        },
        inputs: [input.firstFrame],
      },
    ],
  ),
  ...mediaModels('xai', { what: 'changed', ...films }, [
    {
      model: 'grok-imagine-video',
      id: 'xai/grok-imagine-video-edit',
      name: 'Grok Imagine Video Edit',
      description: words.changed,
      // A second of the result has the size of the given one, at most 720p; a second that is read costs a cent.
      cost: perInputSecond(0.08),
      options: {},
      inputs: [input.film({ from: 1, to: 8.7 })],
    },
  ]),
  ...mediaModels('xai', { what: 'continued', ...films }, [
    {
      model: 'grok-imagine-video',
      id: 'xai/grok-imagine-video-extend',
      name: 'Grok Imagine Video Extend',
      description: words.continued,
      // The base is for reading fifteen seconds, the longest video.
      cost: { ...perSecond(0.07), base: 0.15 },
      options: { duration: option.seconds({ from: 2, to: 10, preset: 6 }) },
      inputs: [input.film({ from: 2, to: 15 })],
    },
  ]),
]
