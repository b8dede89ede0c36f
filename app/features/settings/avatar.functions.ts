import { createServerFn } from '@tanstack/react-start'
import { noContent } from '#app/server/api-client/client.ts'
import { withApi } from '#app/shell/with-api.ts'

export const removeAvatar = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'DELETE', path: '/v1/me/avatar', response: noContent }))
