import * as v from 'valibot'
import {
  bulkActPageSchema,
  bulkActStateSchema,
  countPeopleQuerySchema,
  peopleCountSchema,
  startBulkActSchema,
  writeNoteSchema,
} from './bulk-acts.ts'
import { idSchema, pageQueryEntries } from '../base/common.ts'
import { operatorPersonDetailsSchema } from './operator.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

const tag = 'Operator'
const auth = 'operator:act_in_bulk'

export const countPeopleCall = defineCall({
  method: 'GET',
  path: '/v1/operator/people-count',
  summary: 'Count the people of a filter, as a preview of an act on all of them',
  tag,
  auth,
  status: 200,
  input: { query: countPeopleQuerySchema },
  response: peopleCountSchema,
})

export const startBulkActCall = defineCall({
  method: 'POST',
  path: '/v1/operator/bulk-acts',
  summary: 'Act on all people of a filter, in the background: set their group, grant tokens or block them',
  tag,
  auth,
  status: 202,
  input: { body: startBulkActSchema },
  response: bulkActStateSchema,
  errors: ['idempotency_conflict'],
  idempotency: 'A second request with the same key starts nothing and returns the first act.',
})

export const listBulkActsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/bulk-acts',
  summary: 'List acts on many people with their progress, newest first',
  tag,
  auth,
  status: 200,
  input: { query: v.object(pageQueryEntries) },
  response: bulkActPageSchema,
  errors: ['unknown_cursor'],
})

export const stopBulkActCall = defineCall({
  method: 'POST',
  path: '/v1/operator/bulk-acts/{id}/stop',
  summary: 'Stop an act on many people; those already reached keep it',
  tag,
  auth,
  reach: 'nobody',
  status: 200,
  input: { params: byId },
  response: bulkActStateSchema,
})

export const writeNoteCall = defineCall({
  method: 'POST',
  path: '/v1/operator/people/{id}/notes',
  summary: 'Write a note about a person, who does not see it',
  tag,
  auth: 'operator:see_people',
  reach: 'anyone',
  status: 200,
  input: { params: byId, body: writeNoteSchema },
  response: operatorPersonDetailsSchema,
})

export const deleteNoteCall = defineCall({
  method: 'DELETE',
  path: '/v1/operator/people/{id}/notes/{note}',
  summary: 'Delete a note',
  tag,
  auth: 'operator:see_people',
  reach: 'anyone',
  status: 204,
  input: { params: v.object({ id: v.string(), note: idSchema }) },
  response: noContent,
})
