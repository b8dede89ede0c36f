import * as v from 'valibot'
import { editThreadSchema, threadPageSchema, threadSchema, threadsQuerySchema } from '#app/contract/studio.ts'
import { deleteThread } from '../../core/threads/delete-thread.ts'
import { findThread } from '../../core/threads/find-thread.ts'
import { listThreads } from '../../core/threads/list-threads.ts'
import { renameThread } from '../../core/threads/rename-thread.ts'
import { restoreThread } from '../../core/threads/restore-thread.ts'
import { keyEndpoint } from '../endpoint.ts'

const tag = 'Conversations'
const byId = v.object({ id: v.string() })

/** A conversation begins with the first run that carries its `thread_id`; its turns are listed by `GET /v1/generations?thread=`. */
export const threadEndpoints = [
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/threads',
    summary: 'Own conversations, last used first',
    tag,
    status: 200,
    input: { query: threadsQuerySchema },
    heavy: ({ query }) => Boolean(query.q),
    response: threadPageSchema,
    errors: ['unknown_cursor'],
    handle: ({ runtime, caller, input }) => listThreads(runtime.db, { userId: caller.userId, query: input.query }),
  }),
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/threads/{id}',
    summary: 'One conversation',
    tag,
    status: 200,
    input: { params: byId },
    response: threadSchema,
    handle: ({ runtime, caller, input }) => findThread(runtime.db, { userId: caller.userId, id: input.params.id }),
  }),
  keyEndpoint({
    scope: 'library',
    method: 'patch',
    path: '/v1/threads/{id}',
    summary: 'Name a conversation; without a name it goes by its first prompt',
    tag,
    status: 200,
    input: { params: byId, body: editThreadSchema },
    response: threadSchema,
    handle: ({ runtime, caller, input }) =>
      renameThread(runtime.db, { userId: caller.userId, id: input.params.id, title: input.body.title }),
  }),
  keyEndpoint({
    scope: 'library',
    method: 'delete',
    path: '/v1/threads/{id}',
    summary: 'Move a conversation to the trash with all its turns; what runs is canceled first',
    tag,
    status: 204,
    input: { params: byId },
    response: v.void(),
    handle: ({ runtime, caller, input }) => deleteThread(runtime.db, { userId: caller.userId, id: input.params.id }),
  }),
  keyEndpoint({
    scope: 'library',
    method: 'post',
    path: '/v1/threads/{id}/restore',
    summary: 'Take a conversation out of the trash, as it went there',
    tag,
    status: 200,
    input: { params: byId },
    response: threadSchema,
    handle: ({ runtime, caller, input }) => restoreThread(runtime.db, { userId: caller.userId, id: input.params.id }),
  }),
]
