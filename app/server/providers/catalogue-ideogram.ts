import { mediaModels, perImage, words } from './catalogue-builders.ts'
import type { CatalogueEntry } from './catalogue-model.ts'
import { option } from './catalogue-options.ts'

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
  ],
)
