import { mediaModels, perImage, perRun, words } from './builders.ts'
import type { CatalogueEntry } from './model.ts'
import { input, option } from './options.ts'

const options = {
  aspect: option.aspect(['1:1', '4:3', '3:4', '3:2', '2:3', '5:4', '4:5', '16:9', '9:16', '2:1', '1:2']),
  count: option.count(4),
}

export const recraftModels: readonly CatalogueEntry[] = mediaModels(
  'recraft',
  {
    what: 'image',
    via: 'image',
    maxLength: 10_000,
    source: 'https://www.recraft.ai/docs/api-reference/pricing',
    checked: '2026-11-23',
  },
  [
    { model: 'recraftv4_1', name: 'Recraft V4.1', description: words.picture, cost: perImage(0.035), options },
    { model: 'recraftv4_1_pro', name: 'Recraft V4.1 Pro', description: words.finePicture, cost: perImage(0.21), options },
    { model: 'recraftv4_1_flash', name: 'Recraft V4.1 Flash', description: words.fastPicture, cost: perImage(0.007), options },
    {
      model: 'removeBackground',
      id: 'recraft/remove-background',
      name: 'Recraft Remove Background',
      description: words.cutout,
      cost: perRun(0.01),
      options: {},
      inputs: [input.givenPicture],
      task: 'remove_background',
      source: 'https://www.recraft.ai/docs/api-reference/tools/remove-background',
      checked: '2026-11-24',
    },
    {
      model: 'crispUpscale',
      id: 'recraft/crisp-upscale',
      name: 'Recraft Crisp Upscale',
      description: words.enlarge,
      cost: perRun(0.004),
      options: {},
      inputs: [input.givenPicture],
      task: 'enlarge',
      source: 'https://www.recraft.ai/docs/api-reference/tools/upscale',
      checked: '2026-11-24',
    },
  ],
)
