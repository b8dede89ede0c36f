import { mediaModels, perImage, perRun, words } from './builders.ts'
import type { CatalogueEntry } from './model.ts'
import { input, option } from './options.ts'

export const ideogramModels: readonly CatalogueEntry[] = mediaModels(
  'ideogram',
  { what: 'image', via: 'operation', maxLength: 8_000, source: 'https://ideogram.ai/blog/ideogram-api-pricing', checked: '2026-11-23' },
  [
    {
      model: 'ideogram-4-5',
      name: 'Ideogram 4.5',
      description: words.picture,
      cost: perImage(0.06, { quality: { low: 0.5, high: 5 / 3 } }),
      options: {
        aspect: option.aspect(['1:1', '4:3', '3:4', '3:2', '2:3', '5:4', '4:5', '16:9', '9:16', '2:1', '1:2', '3:1', '1:3']),
        quality: option.quality(),
        count: option.count(4),
        seed: option.seed,
      },
    },
    {
      model: 'precise-edit/ideogram-4-5',
      id: 'ideogram/precise-edit-4-5',
      name: 'Ideogram 4.5 Precise Edit',
      description: words.precise,
      cost: perImage(0.06, { quality: { low: 0.5, high: 10 / 3 } }),
      options: { quality: option.quality(), count: option.count(4), seed: option.seed },
      inputs: [input.givenPicture, input.mask, input.pictures(3)],
      source: 'https://developer.ideogram.ai/api-reference/images/precise-edit/ideogram-4-5',
      checked: '2026-11-24',
    },
    {
      model: 'remove-background/ideogram-1',
      id: 'ideogram/remove-background',
      name: 'Ideogram Remove Background',
      description: words.cutout,
      cost: perRun(0.01),
      options: {},
      inputs: [input.givenPicture],
      task: 'remove_background',
      source: 'https://developer.ideogram.ai/api-reference/images/remove-background/ideogram-1',
      checked: '2026-11-24',
    },
  ],
)
