import {
  allowAndRaiseCall,
  allowRunRequestCall,
  getRunRequestCall,
  listRunRequestsCall,
  refuseRunRequestCall,
} from '#app/contract/runs/run-requests.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getRunRequest = reads.handler(send(getRunRequestCall))
export const listRunRequests = reads.handler(send(listRunRequestsCall))
export const allowRunRequest = changes.handler(send(allowRunRequestCall))
export const allowAndRaise = changes.handler(send(allowAndRaiseCall))
export const refuseRunRequest = changes.handler(send(refuseRunRequestCall))
