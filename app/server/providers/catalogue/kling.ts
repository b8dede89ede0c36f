import { mediaModels, perSecond, words } from './builders.ts'
import type { CatalogueEntry } from './model.ts'
import { input, option } from './options.ts'

const film = {
  aspect: option.aspect(['16:9', '9:16', '1:1']),
  duration: option.seconds({ from: 3, to: 15, preset: 5 }),
  resolution: option.resolution(['720p', '1080p'], '720p'),
}

export const klingModels: readonly CatalogueEntry[] = mediaModels(
  'kling',
  {
    what: 'video',
    via: 'operation',
    maxLength: 2_500,
    source: 'https://kling.ai/document-api/pricing/base/video',
    checked: '2026-11-23',
  },
  [
    {
      model: 'kling-3.0',
      name: 'Kling 3.0',
      description: words.between,
      cost: perSecond(0.126, { resolution: { '1080p': 4 / 3 }, sound: { false: 2 / 3 } }),
      options: { ...film, sound: option.sound },
      inputs: [input.firstFrame, input.lastFrame],
    },
    {
      model: 'kling-3.0-turbo',
      name: 'Kling 3.0 Turbo',
      description: words.film,
      cost: perSecond(0.112, { resolution: { '1080p': 1.25 } }),
      options: film,
      inputs: [input.firstFrame],
    },
  ],
)
