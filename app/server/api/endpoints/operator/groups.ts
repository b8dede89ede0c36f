import {
  changeGroupCall,
  createGroupCall,
  deleteGroupCall,
  listGroupsCall,
  setPersonLimitsCall,
} from '#app/contract/operator/groups.calls.ts'
import { changeGroup, createGroup, deleteGroup, listGroups } from '#app/server/core/operation/operators/groups.ts'
import { getPerson } from '#app/server/core/operation/operators/people.ts'
import { setLimits } from '#app/server/core/operation/operators/set-limits.ts'
import { endpoint } from '../../endpoint.ts'

export const groupEndpoints = [
  endpoint(listGroupsCall, { handle: async ({ runtime }) => ({ items: await listGroups(runtime.db) }) }),
  endpoint(createGroupCall, {
    handle: ({ runtime, caller, input: { body }, clientAddress }) =>
      createGroup(runtime.db, runtime, { input: body, userId: caller.userId, address: clientAddress, reason: body.reason }),
  }),
  endpoint(changeGroupCall, {
    handle: ({ runtime, caller, input: { params, body }, clientAddress }) =>
      changeGroup(runtime.db, runtime, {
        id: params.id,
        input: body,
        userId: caller.userId,
        address: clientAddress,
        reason: body.reason,
      }),
  }),
  endpoint(deleteGroupCall, {
    handle: ({ runtime, caller, input: { params }, clientAddress }) =>
      deleteGroup(runtime.db, runtime, { id: params.id, userId: caller.userId, address: clientAddress, reason: '' }),
  }),
  endpoint(setPersonLimitsCall, {
    async handle({ runtime: { db, offers }, caller, input: { params, body }, clientAddress }) {
      await setLimits(db, { offers, actor: caller, personId: params.id, input: body, address: clientAddress })
      return getPerson(db, { actor: caller, personId: params.id })
    },
  }),
]
