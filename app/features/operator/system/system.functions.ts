import {
  getFindingsCall,
  getSystemCall,
  retryJobCall,
  retryMailCall,
  sendTestMailCall,
  startAuditCall,
} from '#app/contract/operator/system.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getSystem = reads.handler(send(getSystemCall))
export const getFindings = reads.handler(send(getFindingsCall))
export const retryJob = changes.handler(send(retryJobCall))
export const retryMail = changes.handler(send(retryMailCall))
export const sendTestMail = changes.handler(send(sendTestMailCall))
export const startAudit = changes.handler(send(startAuditCall))
