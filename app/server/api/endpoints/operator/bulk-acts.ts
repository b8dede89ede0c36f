import {
  countPeopleCall,
  deleteNoteCall,
  listBulkActsCall,
  startBulkActCall,
  stopBulkActCall,
  writeNoteCall,
} from '#app/contract/operator/bulk-acts.calls.ts'
import { countPeople, listBulkActs, startBulkAct, stopBulkAct } from '#app/server/core/operation/operators/bulk-acts.ts'
import { deleteNote, writeNote } from '#app/server/core/operation/operators/notes.ts'
import { getPerson } from '#app/server/core/operation/operators/people.ts'
import { endpoint } from '../../endpoint.ts'

export const bulkActEndpoints = [
  endpoint(countPeopleCall, {
    heavy: ({ query }) => Boolean(query.q),
    handle: ({ runtime, caller, input: { query } }) =>
      countPeople(runtime.db, {
        actor: caller,
        filter: { q: query.q, roles: query.role__in, states: query.state__in, group: query.group },
      }),
  }),
  endpoint(startBulkActCall, {
    handle: ({ runtime: { db, queue }, caller, input: { body }, idempotencyKey, clientAddress }) =>
      startBulkAct(db, { ...body, queue, actor: caller, address: clientAddress, idempotencyKey }),
  }),
  endpoint(listBulkActsCall, { handle: ({ runtime, input }) => listBulkActs(runtime.db, input.query) }),
  endpoint(stopBulkActCall, {
    handle: ({ runtime, caller, input: { params }, clientAddress }) =>
      stopBulkAct(runtime.db, { id: params.id, userId: caller.userId, address: clientAddress }),
  }),
  endpoint(writeNoteCall, {
    async handle({ runtime: { db }, caller, input: { params, body }, clientAddress }) {
      await writeNote(db, { personId: params.id, text: body.text, userId: caller.userId, address: clientAddress, reason: '' })
      return getPerson(db, { actor: caller, personId: params.id })
    },
  }),
  endpoint(deleteNoteCall, {
    handle: ({ runtime, caller, input: { params }, clientAddress }) =>
      deleteNote(runtime.db, { personId: params.id, noteId: params.note, userId: caller.userId, address: clientAddress, reason: '' }),
  }),
]
