import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { editThreadSchema, threadPageSchema, threadSchema, threadsQuerySchema } from '#app/contract/studio.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { withApi } from '#app/shell/with-api.ts'

const byId = v.object({ id: v.string() })
const path = ({ id }: { id: string }) => `/v1/threads/${encodeURIComponent(id)}`

export const listThreads = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .validator(accept(threadsQuerySchema))
  .handler(({ data, context }) => context.api.call({ method: 'GET', path: '/v1/threads', query: data, response: threadPageSchema }))

export const getThread = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'GET', path: path(data), response: threadSchema }))

export const renameThread = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ ...byId.entries, ...editThreadSchema.entries })))
  .handler(({ data: { id, ...body }, context }) => context.api.call({ method: 'PATCH', path: path({ id }), body, response: threadSchema }))

/** Into the trash, with all its turns. */
export const deleteThread = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'DELETE', path: path(data), response: noContent }))

export const restoreThread = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: `${path(data)}/restore`, response: threadSchema }))
