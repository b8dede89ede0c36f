import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { editShareSchema, shareAnswerSchema, sharedResultSchema, shareSchema } from '#app/contract/shares.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { withApi } from '#app/shell/with-api.ts'

const byId = v.object({ id: v.string() })
const path = ({ id }: { id: string }) => `/v1/generations/${encodeURIComponent(id)}/share`

export const getShare = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'GET', path: path(data), response: shareAnswerSchema }))

export const editShare = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ ...byId.entries, ...editShareSchema.entries })))
  .handler(({ data: { id, ...body }, context }) => context.api.call({ method: 'POST', path: path({ id }), body, response: shareSchema }))

export const takeBackShare = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'DELETE', path: path(data), response: noContent }))

/** What anybody with the link sees. */
export const getSharedResult = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .validator(accept(v.object({ token: v.string() })))
  .handler(({ data, context }) =>
    context.api.call({ method: 'GET', path: `/v1/shares/${encodeURIComponent(data.token)}`, response: sharedResultSchema }),
  )
