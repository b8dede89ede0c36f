import { describeSketchModels } from '#app/server/providers/sketch/models.ts'
import type { Provider } from '#app/server/providers/provider.ts'

const nothingMissing = {
  'sketch-image': null,
  'sketch-video': null,
  'sketch-speech': null,
  'sketch-music': null,
  'sketch-text': null,
  'sketch-join': null,
  'sketch-film': null,
}

/** Adds the model that makes films, with its real options and price. */
export function withFilms<P extends Provider>(provider: P): P {
  const films = describeSketchModels(nothingMissing).flatMap((model) =>
    model.id === 'sketch-film' ? [{ ...model, provider: provider.id }] : [],
  )
  return { ...provider, models: async () => [...(await provider.models()), ...films] }
}
