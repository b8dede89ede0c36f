import { mediaModels, perRun, words } from './catalogue-builders.ts'
import type { CatalogueEntry } from './catalogue-model.ts'
import { option } from './catalogue-options.ts'

const shape = { aspect: option.aspect(['1:1', '16:9', '9:16', '3:2', '2:3', '5:4', '4:5', '21:9', '9:21']), seed: option.seed }
const still = { ...shape, negative: option.negative }

export const stabilityModels: readonly CatalogueEntry[] = mediaModels(
  'stability',
  { what: 'image', via: 'image', maxLength: 10_000, source: 'https://platform.stability.ai/pricing', checked: '2026-06-30' },
  [
    { model: 'stable-image-core', name: 'Stable Image Core', description: words.fastPicture, cost: perRun(0.03), options: still },
    { model: 'stable-image-ultra', name: 'Stable Image Ultra', description: words.finePicture, cost: perRun(0.08), options: still },
    { model: 'sd3.5-large', name: 'Stable Diffusion 3.5 Large', description: words.picture, cost: perRun(0.065), options: still },
    {
      model: 'sd3.5-large-turbo',
      name: 'Stable Diffusion 3.5 Large Turbo',
      description: words.fastPicture,
      cost: perRun(0.04),
      options: shape,
    },
    { model: 'sd3.5-medium', name: 'Stable Diffusion 3.5 Medium', description: words.fastPicture, cost: perRun(0.035), options: still },
  ],
)
