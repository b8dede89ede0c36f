import {
  allowCallsCall,
  goOnCall,
  listCallsCall,
  listToolsCall,
  quoteGoOnCall,
  quoteToolCallCall,
  refuseToolCallCall,
  setAllowanceCall,
  setRuleCall,
} from '#app/contract/studio/tools.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listTools = reads.handler(send(listToolsCall))
export const setAllowance = changes.handler(send(setAllowanceCall))
export const setRule = changes.handler(send(setRuleCall))
export const quoteGoOn = reads.handler(send(quoteGoOnCall))
export const goOn = changes.handler(send(goOnCall))
export const listCalls = reads.handler(send(listCallsCall))
export const quoteToolCall = changes.handler(send(quoteToolCallCall))
export const allowCalls = changes.handler(send(allowCallsCall))
export const refuseToolCall = changes.handler(send(refuseToolCallCall))
