import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { apiKeysSchema, createApiKeySchema, newApiKeySchema } from '#app/contract/api-keys.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { withApi } from '#app/shell/with-api.ts'

const path = '/v1/me/api-keys'

export const listApiKeys = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path, response: apiKeysSchema }))

export const createApiKey = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(createApiKeySchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path, body: data, response: newApiKeySchema }))

export const revokeApiKey = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ id: v.string() })))
  .handler(({ data, context }) =>
    context.api.call({ method: 'DELETE', path: `${path}/${encodeURIComponent(data.id)}`, response: noContent }),
  )
