import {
  deleteThreadCall,
  getThreadCall,
  listThreadsCall,
  renameThreadCall,
  restoreThreadCall,
} from '#app/contract/studio/threads.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listThreads = reads.handler(send(listThreadsCall))
export const getThread = reads.handler(send(getThreadCall))
export const renameThread = changes.handler(send(renameThreadCall))
export const deleteThread = changes.handler(send(deleteThreadCall))
export const restoreThread = changes.handler(send(restoreThreadCall))
