import { editThreadSchema, threadPageSchema, threadSchema, threadsQuerySchema } from './studio.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

const tag = 'Conversations'

export const listThreadsCall = defineCall({
  method: 'GET',
  path: '/v1/threads',
  summary: 'List conversations, last used first',
  tag,
  auth: 'key:read',
  status: 200,
  input: { query: threadsQuerySchema },
  response: threadPageSchema,
  errors: ['unknown_cursor'],
})

export const getThreadCall = defineCall({
  method: 'GET',
  path: '/v1/threads/{id}',
  summary: 'Get a conversation',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId },
  response: threadSchema,
})

export const renameThreadCall = defineCall({
  method: 'PATCH',
  path: '/v1/threads/{id}',
  summary: 'Rename a conversation, or choose the tools of its assistant; without a name, its first prompt is shown',
  tag,
  auth: 'key:library',
  status: 200,
  input: { params: byId, body: editThreadSchema },
  response: threadSchema,
})

export const deleteThreadCall = defineCall({
  method: 'DELETE',
  path: '/v1/threads/{id}',
  summary: 'Move a conversation to the trash with all its turns; running ones are canceled first',
  tag,
  auth: 'key:library',
  status: 204,
  input: { params: byId },
  response: noContent,
})

export const restoreThreadCall = defineCall({
  method: 'POST',
  path: '/v1/threads/{id}/restore',
  summary: 'Restore a conversation from the trash',
  tag,
  auth: 'key:library',
  status: 200,
  input: { params: byId },
  response: threadSchema,
})
