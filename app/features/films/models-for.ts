import type { Model } from '#app/contract/runs/models.ts'
import { sortOf } from '#app/runs/models/model-sort.ts'
import type { ModelKind } from './edit-film.ts'

const fits: Record<ModelKind, (model: Model) => boolean> = {
  still: ({ type }) => type === 'image',
  clip: ({ type }) => type === 'video',
  // The built-in voices and instruments sound within the film's own run.
  line: (model) => model.type === 'audio' && sortOf(model) === 'speech' && model.provider !== 'sketch',
  music: (model) => model.type === 'audio' && sortOf(model) === 'music' && model.provider !== 'sketch',
}

/** Models that make a part from words, and from its picture if they need one. Models that change a file are none. */
export const modelsFor = (models: readonly Model[], kind: ModelKind): Model[] =>
  models.filter(
    (model) =>
      fits[kind](model) &&
      model.task === undefined &&
      !model.retired &&
      model.prompt.max_length > 0 &&
      model.inputs.every(({ required, role }) => !required || (kind === 'clip' && role === 'first_frame')),
  )
