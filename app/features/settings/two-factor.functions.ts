import { createServerFn } from '@tanstack/react-start'
import { confirmTwoFactorSchema, proofSchema, recoveryCodesSchema, twoFactorSchema, twoFactorSetupSchema } from '#app/contract/security.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { withApi } from '#app/shell/with-api.ts'

const path = '/v1/me/two-factor'

export const getTwoFactor = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path, response: twoFactorSchema }))

export const beginTwoFactor = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(proofSchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path, body: data, response: twoFactorSetupSchema }))

export const confirmTwoFactor = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(confirmTwoFactorSchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: `${path}/confirm`, body: data, response: recoveryCodesSchema }))

export const renewRecoveryCodes = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(proofSchema))
  .handler(({ data, context }) =>
    context.api.call({ method: 'POST', path: `${path}/recovery-codes`, body: data, response: recoveryCodesSchema }),
  )

export const endTwoFactor = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(proofSchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: `${path}/off`, body: data, response: noContent }))
