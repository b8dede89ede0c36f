import {
  confirmEmailCall,
  deletePersonCall,
  resetSecondStepCall,
  sendExportCall,
  viewContentCall,
} from '#app/contract/operator/operator.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes } from '#app/shell/calls/with-api.ts'

export const confirmEmail = changes.handler(send(confirmEmailCall))
export const resetSecondStep = changes.handler(send(resetSecondStepCall))
export const sendExport = changes.handler(send(sendExportCall))
export const deletePerson = changes.handler(send(deletePersonCall))
export const viewContent = changes.handler(send(viewContentCall))
