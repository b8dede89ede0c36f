import { operatorGroupSchema, operatorGroupsSchema, saveGroupSchema, setLimitsSchema } from './groups.ts'
import { operatorPersonDetailsSchema } from './operator.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

const tag = 'Operator'
const auth = 'operator:manage_groups'

export const listGroupsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/groups',
  summary: 'List groups with their prices, models and limits, the default group first',
  tag,
  auth,
  status: 200,
  input: {},
  response: operatorGroupsSchema,
})

export const createGroupCall = defineCall({
  method: 'POST',
  path: '/v1/operator/groups',
  summary: 'Create a group',
  tag,
  auth,
  status: 201,
  input: { body: saveGroupSchema },
  response: operatorGroupSchema,
})

export const changeGroupCall = defineCall({
  method: 'PUT',
  path: '/v1/operator/groups/{id}',
  summary: 'Change a group; later runs follow it',
  tag,
  auth,
  reach: 'nobody',
  status: 200,
  input: { params: byId, body: saveGroupSchema },
  response: operatorGroupSchema,
})

export const deleteGroupCall = defineCall({
  method: 'DELETE',
  path: '/v1/operator/groups/{id}',
  summary: 'Delete a group; its people return to the default group',
  tag,
  auth,
  reach: 'nobody',
  status: 204,
  input: { params: byId },
  response: noContent,
})

export const setPersonLimitsCall = defineCall({
  method: 'PUT',
  path: '/v1/operator/people/{id}/limits',
  summary: 'Set a person’s group, and limits that replace those of the group',
  tag,
  auth: 'operator:set_limits',
  reach: 'person',
  status: 200,
  input: { params: byId, body: setLimitsSchema },
  response: operatorPersonDetailsSchema,
  errors: ['role_too_high', 'own_account'],
})
