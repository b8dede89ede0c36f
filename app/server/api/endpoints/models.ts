import { listModelsCall } from '#app/contract/runs/models.calls.ts'
import { listModels } from '../../core/making/models/list-models.ts'
import { withVoicesOf } from '../../core/making/voices/open-own-voices.ts'
import { endpoint } from '../endpoint.ts'
import { readerOf } from '../identify.ts'

export const modelEndpoints = [
  endpoint(listModelsCall, {
    async handle({ runtime, caller, input, locale, context }) {
      const { db, providers, offers, ownVoices, keys, modelFigures: figures } = runtime
      const reader = (await readerOf(runtime, context, caller))?.accountId ?? null
      const [offer, voices] = await Promise.all([offers.of(reader), ownVoices.of(reader)])
      return withVoicesOf(await listModels(db, { providers, figures, offer, locale, types: input.query.type__in }), voices, keys)
    },
  }),
]
