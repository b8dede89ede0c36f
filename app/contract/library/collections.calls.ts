import { collectionSchema, collectionsSchema, editCollectionSchema } from './library.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

const tag = 'Library'

export const listCollectionsCall = defineCall({
  method: 'GET',
  path: '/v1/collections',
  summary: 'List collections by name, each with its size and cover',
  tag,
  auth: 'key:read',
  status: 200,
  input: {},
  response: collectionsSchema,
})

export const createCollectionCall = defineCall({
  method: 'POST',
  path: '/v1/collections',
  summary: 'Create an empty collection',
  tag,
  auth: 'key:library',
  status: 201,
  input: { body: editCollectionSchema },
  response: collectionSchema,
})

export const renameCollectionCall = defineCall({
  method: 'PATCH',
  path: '/v1/collections/{id}',
  summary: 'Rename a collection',
  tag,
  auth: 'key:library',
  status: 200,
  input: { params: byId, body: editCollectionSchema },
  response: collectionSchema,
})

export const deleteCollectionCall = defineCall({
  method: 'DELETE',
  path: '/v1/collections/{id}',
  summary: 'Delete a collection; its results stay in the library',
  tag,
  auth: 'key:library',
  status: 204,
  input: { params: byId },
  response: noContent,
})
