import { mediaModels, named, perImage, perMillionTokens, perThousandCharacters, textModels, words } from './builders.ts'
import type { CatalogueEntry } from './model.ts'
import { input, option } from './options.ts'

const deprecations = 'https://developers.openai.com/api/docs/deprecations'
const pricing = 'https://developers.openai.com/api/docs/pricing'

const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const

/** The most that an image of the tool costs, which is billed beside the tokens of the answer. */
const makes = { each: 0.15, optional: true } as const

/** OpenAI counts images by tokens that depend on quality and shape: the costs here are those of the largest shape. */
export const openaiModels: readonly CatalogueEntry[] = [
  ...textModels(
    'openai',
    { source: pricing, checked: '2026-11-23', reads: ['image', 'document'], search: 0.01, code: { each: 0.03 }, thinks: true, efforts },
    [
      { model: 'gpt-6.1-sol', name: 'GPT-6.1 Sol', description: words.strong, cost: perMillionTokens(2, 10), longest: 32_768, makes },
      { model: 'gpt-6.1-terra', name: 'GPT-6.1 Terra', description: words.quick, cost: perMillionTokens(1, 5), longest: 16_384, makes },
      { model: 'gpt-6-luna', name: 'GPT-6 Luna', description: words.tiny, cost: perMillionTokens(0.1, 0.5) },
      {
        model: 'gpt-5.2',
        name: 'GPT-5.2',
        description: words.strong,
        cost: perMillionTokens(1.75, 14),
        longest: 16_384,
        efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
      },
      {
        model: 'gpt-5-mini',
        name: 'GPT-5 mini',
        efforts: ['minimal', 'low', 'medium', 'high'],
        description: words.quick,
        cost: perMillionTokens(0.25, 2),
        source: deprecations,
        endsAt: '2026-12-11',
        successor: 'openai/gpt-6.1-terra',
      },
      {
        model: 'gpt-5-nano',
        name: 'GPT-5 nano',
        efforts: ['minimal', 'low', 'medium', 'high'],
        description: words.tiny,
        cost: perMillionTokens(0.05, 0.4),
        source: deprecations,
        endsAt: '2026-12-11',
        successor: 'openai/gpt-6-luna',
      },
    ],
  ),
  ...mediaModels(
    'openai',
    {
      what: 'image',
      via: 'image',
      maxLength: 30_000,
      source: 'https://developers.openai.com/api/docs/models/gpt-image-2.6-sunburst',
      checked: '2026-11-23',
    },
    [
      {
        model: 'gpt-image-2.6-sunburst',
        name: 'GPT Image 2.6 Sunburst',
        description: words.edit,
        cost: perImage(0.15, { quality: { low: 0.2, high: 1.5 } }),
        options: { aspect: option.aspect(['1:1', '3:2', '2:3', '16:9', '9:16']), quality: option.quality(), count: option.count(4) },
        inputs: [input.picture, input.mask, input.pictures(4)],
        partialImages: 2,
      },
      {
        model: 'gpt-image-2.6-flare',
        name: 'GPT Image 2.6 Flare',
        description: words.fastPicture,
        cost: perImage(0.15, { quality: { low: 0.2, high: 1.5 } }),
        options: {
          aspect: option.aspect(['1:1', '3:2', '2:3', '16:9', '9:16']),
          quality: option.quality(['low', 'medium', 'high'], 'low'),
          count: option.count(4),
        },
        inputs: [input.picture, input.mask, input.pictures(4)],
        partialImages: 2,
      },
      {
        model: 'gpt-image-1.5',
        name: 'GPT Image 1.5',
        description: words.edit,
        cost: perImage(0.05, { quality: { low: 0.3, high: 4 } }),
        options: { aspect: option.aspect(['1:1', '3:2', '2:3']), quality: option.quality(), count: option.count(4) },
        inputs: [input.picture, input.mask, input.pictures(4)],
        partialImages: 2,
        source: deprecations,
        endsAt: '2026-12-01',
        successor: 'openai/gpt-image-2.6-sunburst',
      },
      {
        model: 'gpt-image-1-mini',
        name: 'GPT Image 1 mini',
        description: words.fastPicture,
        cost: perImage(0.015, { quality: { low: 0.4, high: 3.5 } }),
        options: { aspect: option.aspect(['1:1', '3:2', '2:3']), quality: option.quality(), count: option.count(4) },
        inputs: [input.picture, input.mask, input.pictures(4)],
        partialImages: 2,
        source: 'https://developers.openai.com/api/docs/models/gpt-image-1-mini',
        endsAt: '2026-12-01',
        successor: 'openai/gpt-image-2.6-flare',
      },
    ],
  ),
  // OpenAI recommends a model of its Realtime API as the successor, which this endpoint does not accept.
  ...mediaModels('openai', { what: 'speech', via: 'speech', maxLength: 4_096, source: deprecations, checked: '2026-11-23' }, [
    {
      model: 'gpt-4o-mini-tts',
      name: 'GPT-4o mini TTS',
      description: words.speech,
      cost: perThousandCharacters(0.02),
      options: {
        voice: option.voice(named('alloy ash ballad coral echo fable nova onyx sage shimmer verse')),
        format: option.soundFormat(['mp3', 'opus', 'wav']),
      },
      endsAt: '2027-01-06',
    },
    {
      model: 'tts-1-hd',
      name: 'TTS-1 HD',
      description: words.speech,
      cost: perThousandCharacters(0.03),
      options: {
        voice: option.voice(named('alloy ash coral echo fable nova onyx sage shimmer')),
        speed: option.speed(0.5, 2),
        format: option.soundFormat(['mp3', 'opus', 'wav']),
      },
      endsAt: '2027-01-06',
    },
  ]),
]
