import { applyCatalogueCall, getCatalogueCall, readFeedCall, revertCatalogueCall } from '#app/contract/operator/catalogue.calls.ts'
import { applyEdition, goBack } from '#app/server/core/operation/catalogue/change-catalogue.ts'
import { getCatalogue } from '#app/server/core/operation/catalogue/get-catalogue.ts'
import { readFeed } from '#app/server/core/operation/catalogue/read-feed.ts'
import { endpoint } from '../../endpoint.ts'

export const catalogueEndpoints = [
  endpoint(getCatalogueCall, { handle: ({ runtime, locale }) => getCatalogue(runtime.db, { ...runtime, locale }) }),
  endpoint(readFeedCall, {
    async handle({ runtime, locale }) {
      await readFeed(runtime.db, runtime.env)
      runtime.connections.invalidate()
      return getCatalogue(runtime.db, { ...runtime, locale })
    },
  }),
  endpoint(applyCatalogueCall, {
    async handle({ runtime, caller, input: { body }, clientAddress, locale }) {
      const act = { reason: '', userId: caller.userId, address: clientAddress }
      await applyEdition(runtime.db, { ...body, ...act, connections: runtime.connections })
      return getCatalogue(runtime.db, { ...runtime, locale })
    },
  }),
  endpoint(revertCatalogueCall, {
    async handle({ runtime, caller, input: { body }, clientAddress, locale }) {
      const act = { reason: '', userId: caller.userId, address: clientAddress }
      await goBack(runtime.db, { ...body, ...act, connections: runtime.connections })
      return getCatalogue(runtime.db, { ...runtime, locale })
    },
  }),
]
