import {
  assignRoleCall,
  blockPersonCall,
  changeTokensCall,
  endPersonSessionsCall,
  getFailedCallCall,
  getOperatorAccessCall,
  getOperatorOverviewCall,
  getPersonCall,
  getQueueCall,
  listActsCall,
  listPeopleCall,
  listPersonEntriesCall,
  listRunsCall,
  refundRunCall,
  repeatRunCall,
  stopRunCall,
  unblockPersonCall,
} from '#app/contract/operator/operator.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getOperatorAccess = reads.handler(send(getOperatorAccessCall))
export const getOperatorOverview = reads.handler(send(getOperatorOverviewCall))
export const listPeople = reads.handler(send(listPeopleCall))
export const getPerson = reads.handler(send(getPersonCall))
export const listPersonEntries = reads.handler(send(listPersonEntriesCall))
export const changeTokens = changes.handler(send(changeTokensCall))
export const blockPerson = changes.handler(send(blockPersonCall))
export const unblockPerson = changes.handler(send(unblockPersonCall))
export const endPersonSessions = changes.handler(send(endPersonSessionsCall))
export const assignRole = changes.handler(send(assignRoleCall))
export const listRuns = reads.handler(send(listRunsCall))
export const getQueue = reads.handler(send(getQueueCall))
export const getFailedCall = reads.handler(send(getFailedCallCall))
export const refundRun = changes.handler(send(refundRunCall))
export const repeatRun = changes.handler(send(repeatRunCall))
export const stopRun = changes.handler(send(stopRunCall))
export const listActs = reads.handler(send(listActsCall))
