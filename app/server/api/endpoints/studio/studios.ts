import { getStudioCall } from '#app/contract/studio/studios.calls.ts'
import { studioModel, usual } from '#app/contract/runs/usual-models.ts'
import { quoteEmpty } from '#app/server/core/making/generations/quote-empty.ts'
import { readStudio } from '#app/server/core/library/first-views/read-studio.ts'
import { listModels } from '#app/server/core/making/models/list-models.ts'
import { viewEndpoint } from '../../endpoint.ts'

export const studioEndpoints = [
  viewEndpoint(getStudioCall, {
    read: ({ runtime: { db, keys, providers }, caller, input: { params }, locale }) =>
      readStudio(db, { keys, providers, locale, type: params.kind, ...caller }),
    async complete({ purse, ...studio }, { runtime, caller: { accountId: userId }, input: { params, query }, locale }) {
      const { db, providers, offers, modelFigures: figures, logger } = runtime
      if (!query.quote) return { ...studio, quote: null }
      const offer = await offers.of(userId)
      const models = () => listModels(db, { providers, figures, offer, locale, types: [params.kind] })
      const model = query.quote === usual ? studioModel(await models(), params.kind, query.task)?.id : query.quote
      return { ...studio, quote: await quoteEmpty(db, { providers, userId, locale, offer, model, purse, logger }) }
    },
  }),
]
