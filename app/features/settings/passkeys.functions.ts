import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { addPasskeySchema, passkeyRegistrationSchema, passkeySchema, passkeysSchema } from '#app/contract/passkeys.ts'
import { proofSchema } from '#app/contract/security.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { withApi } from '#app/shell/with-api.ts'

const path = '/v1/me/passkeys'

export const listPasskeys = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path, response: passkeysSchema }))

export const beginPasskey = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(proofSchema))
  .handler(({ data, context }) =>
    context.api.call({ method: 'POST', path: `${path}/options`, body: data, response: passkeyRegistrationSchema }),
  )

export const addPasskey = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(addPasskeySchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path, body: data, response: passkeySchema }))

export const removePasskey = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ id: v.string() })))
  .handler(({ data, context }) =>
    context.api.call({ method: 'DELETE', path: `${path}/${encodeURIComponent(data.id)}`, response: noContent }),
  )
