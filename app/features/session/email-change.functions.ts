import { createServerFn } from '@tanstack/react-start'
import { verifyEmailSchema } from '#app/contract/accounts.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { withApi } from '#app/shell/with-api.ts'

/** By the token that a new address was mailed. */
export const confirmEmailChange = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(verifyEmailSchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: '/v1/auth/email/change', body: data, response: noContent }))

/** By the token that the present address was mailed. */
export const keepEmail = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(verifyEmailSchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: '/v1/auth/email/keep', body: data, response: noContent }))
