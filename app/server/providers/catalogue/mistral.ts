import { mediaModels, perMillionTokens, perThousandCharacters, textModels, words } from './builders.ts'
import type { CatalogueEntry } from './model.ts'
import { input, option } from './options.ts'

/** Voxtral's own voices. Each speaks one language, which is part of its name. */
const voices = option.voice({
  voice_478: 'Sarah (English)',
  voice_447: 'Yael (English)',
  voice_485: 'Eric (English)',
  voice_484: 'Jesse (English)',
  voice_481: 'Fiona (Deutsch)',
  voice_483: 'Esmeralda (Español)',
  voice_482: 'Andrea (Italiano)',
  voice_480: 'Marina (Português)',
  voice_479: 'Linda (العربية)',
})

export const mistralModels: readonly CatalogueEntry[] = [
  ...textModels(
    'mistral',
    { source: 'https://docs.mistral.ai/inference/model-selection-guide', checked: '2026-11-21', reads: ['image', 'document'] },
    [
      {
        model: 'mistral-large-4',
        name: 'Mistral Large 4',
        description: words.strong,
        cost: perMillionTokens(0.7, 2.1),
        efforts: ['low', 'medium', 'high'],
        source: 'https://www.getmaxim.ai/bifrost/model-library/compare/openrouter/mistral-large-4-0',
        checked: '2026-11-23',
      },
      { model: 'mistral-large-latest', name: 'Mistral Large', description: words.strong, cost: perMillionTokens(2, 6), temperature: 1.5 },
      {
        model: 'mistral-medium-latest',
        name: 'Mistral Medium',
        description: words.quick,
        cost: perMillionTokens(0.4, 2),
        efforts: ['none', 'high'],
        temperature: 1.5,
      },
      {
        model: 'mistral-small-latest',
        name: 'Mistral Small',
        description: words.tiny,
        cost: perMillionTokens(0.1, 0.3),
        temperature: 1.5,
        efforts: ['none', 'high'],
      },
    ],
  ),
  ...mediaModels(
    'mistral',
    {
      what: 'speech',
      via: 'speech',
      maxLength: 4_000,
      source: 'https://docs.mistral.ai/studio/audio/text-to-speech/voices',
      checked: '2026-11-24',
    },
    [
      {
        model: 'voxtral-mini-tts-3-0',
        name: 'Voxtral Speech 3',
        description: words.anyVoice,
        // The price is quoted from Mistral by others; the page of the voices names none.
        cost: perThousandCharacters(0.013),
        options: { voice: voices },
        inputs: [input.voice],
      },
    ],
  ),
]
