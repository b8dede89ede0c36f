import { createServerFn } from '@tanstack/react-start'
import { balanceSchema, tokenEntriesQuerySchema, tokenEntryPageSchema, tokenPacksSchema } from '#app/contract/tokens.ts'
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

export const listTokenPacks = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/token-packs', response: tokenPacksSchema }))
