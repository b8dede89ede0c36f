import { createServerFn } from '@tanstack/react-start'
import {
  balanceSchema,
  exportAnswerSchema,
  ledgerFilterSchema,
  limitsSchema,
  setLimitsSchema,
  tokenEntriesQuerySchema,
  tokenEntryPageSchema,
  tokenPacksSchema,
} from '#app/contract/tokens.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { withApi } from '#app/shell/with-api.ts'

export const getBalance = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/tokens', response: balanceSchema }))

export const listTokenEntries = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .validator(accept(tokenEntriesQuerySchema))
  .handler(({ data, context }) =>
    context.api.call({ method: 'GET', path: '/v1/tokens/entries', query: data, response: tokenEntryPageSchema }),
  )

/** A link to the ledger, or what the filter leaves of it, as CSV. */
export const linkLedger = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(ledgerFilterSchema))
  .handler(({ data, context }) =>
    context.api.call({ method: 'POST', path: '/v1/tokens/entries/export', query: data, response: exportAnswerSchema }),
  )

export const getLimits = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/tokens/limits', response: limitsSchema }))

export const setLimits = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(setLimitsSchema))
  .handler(({ data, context }) => context.api.call({ method: 'PUT', path: '/v1/tokens/limits', body: data, response: limitsSchema }))

export const listTokenPacks = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/token-packs', response: tokenPacksSchema }))
