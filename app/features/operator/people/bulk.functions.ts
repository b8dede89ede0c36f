import {
  countPeopleCall,
  deleteNoteCall,
  listBulkActsCall,
  startBulkActCall,
  stopBulkActCall,
  writeNoteCall,
} from '#app/contract/operator/bulk-acts.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const countPeople = reads.handler(send(countPeopleCall))
export const startBulkAct = changes.handler(send(startBulkActCall))
export const listBulkActs = reads.handler(send(listBulkActsCall))
export const stopBulkAct = changes.handler(send(stopBulkActCall))
export const writeNote = changes.handler(send(writeNoteCall))
export const deleteNote = changes.handler(send(deleteNoteCall))
