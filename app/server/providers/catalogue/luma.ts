import { mediaModels, perRun, words } from './builders.ts'
import type { CatalogueEntry } from './model.ts'
import { input, option } from './options.ts'

const facts = { source: 'https://docs.agents.lumalabs.ai/guides/pricing/', checked: '2026-11-23' }

const still = {
  options: { aspect: option.aspect(['1:1', '16:9', '9:16', '3:2', '2:3', '2:1', '1:2', '3:1', '1:3']) },
  inputs: [input.picture, input.pictures(2)],
}

export const lumaModels: readonly CatalogueEntry[] = [
  ...mediaModels('luma', { what: 'video', via: 'operation', maxLength: 6_000, ...facts }, [
    {
      model: 'ray-3.2',
      name: 'Luma Ray 3.2',
      description: words.silentBetween,
      // Five seconds only, because Luma refuses ten together with frames.
      cost: perRun(0.3, { resolution: { '360p': 0.2, '540p': 0.5, '1080p': 4 } }),
      options: {
        aspect: option.aspect(['16:9', '9:16', '1:1', '4:3', '3:4', '21:9']),
        resolution: option.resolution(['360p', '540p', '720p', '1080p'], '720p'),
      },
      inputs: [input.firstFrame, input.lastFrame],
    },
  ]),
  // The costs include reading one image.
  ...mediaModels('luma', { what: 'image', via: 'operation', maxLength: 6_000, ...facts }, [
    { model: 'uni-1', name: 'Luma Uni-1', description: words.edit, cost: perRun(0.0434), ...still },
    { model: 'uni-1-max', name: 'Luma Uni-1 Max', description: words.edit, cost: perRun(0.103), ...still },
  ]),
]
