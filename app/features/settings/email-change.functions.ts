import { createServerFn } from '@tanstack/react-start'
import { askForEmailChangeSchema, emailChangeSchema } from '#app/contract/email-change.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { withApi } from '#app/shell/with-api.ts'

const path = '/v1/me/email-change'

export const getEmailChange = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path, response: emailChangeSchema }))

export const askForEmailChange = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(askForEmailChangeSchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path, body: data, response: emailChangeSchema }))

export const cancelEmailChange = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'DELETE', path, response: noContent }))
