import {
  deleteThreadCall,
  getThreadCall,
  listThreadsCall,
  renameThreadCall,
  restoreThreadCall,
} from '#app/contract/studio/threads.calls.ts'
import { deleteThread } from '#app/server/core/library/threads/delete-thread.ts'
import { findThread } from '#app/server/core/library/threads/find-thread.ts'
import { listThreads } from '#app/server/core/library/threads/list-threads.ts'
import { changeThread } from '#app/server/core/library/threads/change-thread.ts'
import { restoreThread } from '#app/server/core/library/threads/restore-thread.ts'
import { endpoint } from '../../endpoint.ts'

/** A conversation starts with the first run that has its `thread_id`; `GET /v1/generations?thread=` lists its turns. */
export const threadEndpoints = [
  endpoint(listThreadsCall, {
    heavy: ({ query }) => Boolean(query.q),
    handle: ({ runtime, caller, input }) => listThreads(runtime.db, { userId: caller.accountId, query: input.query }),
  }),
  endpoint(getThreadCall, {
    handle: ({ runtime, caller, input }) => findThread(runtime.db, { userId: caller.accountId, id: input.params.id }),
  }),
  endpoint(renameThreadCall, {
    handle: ({ runtime, caller, input }) => changeThread(runtime.db, { userId: caller.accountId, id: input.params.id, ...input.body }),
  }),
  endpoint(deleteThreadCall, {
    handle: ({ runtime, caller, input }) =>
      deleteThread(runtime.db, { providers: runtime.providers, userId: caller.accountId, id: input.params.id }),
  }),
  endpoint(restoreThreadCall, {
    handle: ({ runtime, caller, input }) => restoreThread(runtime.db, { userId: caller.accountId, id: input.params.id }),
  }),
]
