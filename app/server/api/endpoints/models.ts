import { listModelsCall } from '#app/contract/calls/models.ts'
import { listModels } from '../../core/models/list-models.ts'
import { endpoint } from '../endpoint.ts'

export const modelEndpoints = [
  endpoint(listModelsCall, {
    handle: ({ runtime: { db, providers, modelFigures: figures }, input, locale }) =>
      listModels(db, { providers, figures, locale, types: input.query.type__in }),
  }),
]
