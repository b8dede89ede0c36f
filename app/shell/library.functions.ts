import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import {
  archiveAnswerSchema,
  archiveSchema,
  bulkAnswerSchema,
  bulkSchema,
  collectionSchema,
  collectionsSchema,
  editCollectionSchema,
  librarySummarySchema,
} from '#app/contract/library.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { withApi } from '#app/shell/with-api.ts'

const byId = v.object({ id: v.string() })
const collectionPath = ({ id }: { id: string }) => `/v1/collections/${encodeURIComponent(id)}`

export const getLibrary = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/library', response: librarySummarySchema }))

/** Does one thing to many works. */
export const bulkGenerations = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(bulkSchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: '/v1/library/bulk', body: data, response: bulkAnswerSchema }))

export const emptyTrash = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'DELETE', path: '/v1/library/trash', response: bulkAnswerSchema }))

/** A link to a ZIP of these works. */
export const linkArchive = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(archiveSchema))
  .handler(({ data, context }) =>
    context.api.call({ method: 'POST', path: '/v1/library/archive', body: data, response: archiveAnswerSchema }),
  )

export const listCollections = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/collections', response: collectionsSchema }))

export const createCollection = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(editCollectionSchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: '/v1/collections', body: data, response: collectionSchema }))

export const renameCollection = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ ...byId.entries, ...editCollectionSchema.entries })))
  .handler(({ data: { id, ...body }, context }) =>
    context.api.call({ method: 'PATCH', path: collectionPath({ id }), body, response: collectionSchema }),
  )

export const deleteCollection = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'DELETE', path: collectionPath(data), response: noContent }))
