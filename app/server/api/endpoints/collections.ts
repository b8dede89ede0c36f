import * as v from 'valibot'
import { collectionSchema, collectionsSchema, editCollectionSchema } from '#app/contract/library.ts'
import { createCollection } from '../../core/library/create-collection.ts'
import { deleteCollection } from '../../core/library/delete-collection.ts'
import { findCollection, listCollections } from '../../core/library/list-collections.ts'
import { renameCollection } from '../../core/library/rename-collection.ts'
import { keyEndpoint } from '../endpoint.ts'

const tag = 'Library'
const byId = v.object({ id: v.string() })

export const collectionEndpoints = [
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/collections',
    summary: 'Own collections by name, each with its size and cover',
    tag,
    status: 200,
    input: {},
    response: collectionsSchema,
    async handle({ runtime: { db, keys }, caller }) {
      return { items: await listCollections(db, { keys, userId: caller.userId }) }
    },
  }),
  keyEndpoint({
    scope: 'library',
    method: 'post',
    path: '/v1/collections',
    summary: 'Make an empty collection',
    tag,
    status: 201,
    input: { body: editCollectionSchema },
    response: collectionSchema,
    async handle({ runtime: { db, keys }, caller: { userId }, input }) {
      const id = await createCollection(db, { userId, name: input.body.name })
      return findCollection(db, { keys, userId, id })
    },
  }),
  keyEndpoint({
    scope: 'library',
    method: 'patch',
    path: '/v1/collections/{id}',
    summary: 'Rename a collection',
    tag,
    status: 200,
    input: { params: byId, body: editCollectionSchema },
    response: collectionSchema,
    async handle({ runtime: { db, keys }, caller: { userId }, input: { params, body } }) {
      await renameCollection(db, { userId, id: params.id, name: body.name })
      return findCollection(db, { keys, userId, id: params.id })
    },
  }),
  keyEndpoint({
    scope: 'library',
    method: 'delete',
    path: '/v1/collections/{id}',
    summary: 'Remove a collection; its works stay in the library',
    tag,
    status: 204,
    input: { params: byId },
    response: v.void(),
    handle: ({ runtime: { db }, caller, input: { params } }) => deleteCollection(db, { userId: caller.userId, id: params.id }),
  }),
]
