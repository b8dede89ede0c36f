import { createServerFn } from '@tanstack/react-start'
import {
  addIdentitySchema,
  beginIdentitySchema,
  identitiesSchema,
  identityParamsSchema,
  identityStartSchema,
} from '#app/contract/identities.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { withApi } from '#app/shell/with-api.ts'

const path = '/v1/me/identities'

export const listIdentities = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path, response: identitiesSchema }))

export const beginIdentity = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(beginIdentitySchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: `${path}/begin`, body: data, response: identityStartSchema }))

export const addIdentity = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(addIdentitySchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path, body: data, response: identitiesSchema }))

export const removeIdentity = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(identityParamsSchema))
  .handler(({ data, context }) => context.api.call({ method: 'DELETE', path: `${path}/${data.provider}`, response: noContent }))
