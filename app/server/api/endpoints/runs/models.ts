import type { Model } from '#app/contract/runs/models.ts'
import { listModelsCall } from '#app/contract/runs/models.calls.ts'
import { listModels } from '#app/server/core/making/models/list-models.ts'
import { allModels, type AllowedModels, isAllowed } from '#app/server/core/money/tokens/key-limits.ts'
import { withVoicesOf } from '#app/server/core/making/voices/open-own-voices.ts'
import { endpoint } from '../../endpoint.ts'
import { readerOf } from '../../requests/identify.ts'

export const modelEndpoints = [
  endpoint(listModelsCall, {
    async handle({ runtime, caller, input, locale, context }) {
      const { db, providers, offers, ownVoices, keys, modelFigures: figures } = runtime
      const asking = await readerOf(runtime, context, caller)
      const reader = asking?.accountId ?? null
      const [offer, voices] = await Promise.all([offers.of(reader), ownVoices.of(reader)])
      const models = await listModels(db, { providers, figures, offer, locale, types: input.query.type__in })
      return withVoicesOf(allowedOf(models, asking?.allowed), voices, keys)
    },
  }),
]

/** Returns the list itself where all are allowed, because it is checked and written once. */
const allowedOf = (models: Model[], allowed: AllowedModels = allModels): Model[] =>
  allowed.kinds === null && allowed.models === null ? models : models.filter((model) => isAllowed(allowed, model))
