import {
  createCollectionCall,
  deleteCollectionCall,
  listCollectionsCall,
  renameCollectionCall,
} from '#app/contract/library/collections.calls.ts'
import { createCollection } from '#app/server/core/library/works/create-collection.ts'
import { deleteCollection } from '#app/server/core/library/works/delete-collection.ts'
import { findCollection, listCollections } from '#app/server/core/library/works/list-collections.ts'
import { renameCollection } from '#app/server/core/library/works/rename-collection.ts'
import { endpoint } from '../../endpoint.ts'

export const collectionEndpoints = [
  endpoint(listCollectionsCall, {
    async handle({ runtime: { db, keys }, caller }) {
      return { items: await listCollections(db, { keys, userId: caller.accountId }) }
    },
  }),
  endpoint(createCollectionCall, {
    async handle({ runtime: { db, keys }, caller: { accountId: userId }, input }) {
      const id = await createCollection(db, { userId, name: input.body.name })
      return findCollection(db, { keys, userId, id })
    },
  }),
  endpoint(renameCollectionCall, {
    async handle({ runtime: { db, keys }, caller: { accountId: userId }, input: { params, body } }) {
      await renameCollection(db, { userId, id: params.id, name: body.name })
      return findCollection(db, { keys, userId, id: params.id })
    },
  }),
  endpoint(deleteCollectionCall, {
    handle: ({ runtime: { db }, caller, input: { params } }) => deleteCollection(db, { userId: caller.accountId, id: params.id }),
  }),
]
