import { createServerFn } from '@tanstack/react-start'
import { deletionSchema, exportAnswerSchema } from '#app/contract/accounts.ts'
import { proofSchema } from '#app/contract/security.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { withApi } from '#app/shell/with-api.ts'

export const linkExport = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'POST', path: '/v1/me/export', response: exportAnswerSchema }))

export const askForDeletion = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(proofSchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: '/v1/me/deletion', body: data, response: deletionSchema }))
