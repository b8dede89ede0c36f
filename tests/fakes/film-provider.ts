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
export const withFilms = <P extends Provider>(provider: P): P => ({
  ...provider,
  models: async () => [
    ...(await provider.models()),
    ...describeSketchModels(nothingMissing).flatMap((model) => (model.id === 'sketch-film' ? [{ ...model, provider: provider.id }] : [])),
  ],
})
