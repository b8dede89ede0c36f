import { mediaModels, perRun, words } from './builders.ts'
import type { CatalogueEntry } from './model.ts'
import { input, option } from './options.ts'

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
    {
      model: 'edit/inpaint',
      id: 'stability/inpaint',
      name: 'Stable Image Inpaint',
      description: words.fill,
      cost: perRun(0.05),
      options: { negative: option.negative, seed: option.seed },
      inputs: [input.givenPicture, input.givenMask],
    },
    {
      model: 'edit/outpaint',
      id: 'stability/outpaint',
      name: 'Stable Image Outpaint',
      description: words.extend,
      cost: perRun(0.04),
      options: { ...option.sides, seed: option.seed },
      inputs: [input.givenPicture],
      task: 'extend',
    },
    {
      model: 'edit/remove-background',
      id: 'stability/remove-background',
      name: 'Stable Image Remove Background',
      description: words.cutout,
      cost: perRun(0.05),
      options: {},
      inputs: [input.givenPicture],
      task: 'remove_background',
    },
    {
      model: 'upscale/fast',
      id: 'stability/fast-upscale',
      name: 'Stable Image Fast Upscaler',
      description: words.enlarge,
      cost: perRun(0.02),
      options: { scale: option.scale(['4']) },
      inputs: [input.givenPicture],
      task: 'enlarge',
    },
  ],
)
