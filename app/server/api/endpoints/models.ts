import { listModelsCall } from '#app/contract/calls/models.ts'
import { listModels } from '../../core/models/list-models.ts'
import { endpoint, readerOf } from '../endpoint.ts'

export const modelEndpoints = [
  endpoint(listModelsCall, {
    async handle({ runtime, caller, input, locale, context }) {
      const { db, providers, offers, modelFigures: figures } = runtime
      const offer = await offers.of(await readerOf(runtime, context, caller))
      return listModels(db, { providers, figures, offer, locale, types: input.query.type__in })
    },
  }),
]
