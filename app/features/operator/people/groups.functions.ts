import {
  changeGroupCall,
  createGroupCall,
  deleteGroupCall,
  listGroupsCall,
  setPersonLimitsCall,
} from '#app/contract/operator/groups.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listGroups = reads.handler(send(listGroupsCall))
export const createGroup = changes.handler(send(createGroupCall))
export const changeGroup = changes.handler(send(changeGroupCall))
export const deleteGroup = changes.handler(send(deleteGroupCall))
export const setPersonLimits = changes.handler(send(setPersonLimitsCall))
