import { goOnCall, listToolsCall, quoteGoOnCall, setAllowanceCall } from '#app/contract/runs/tools.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listTools = reads.handler(send(listToolsCall))
export const setAllowance = changes.handler(send(setAllowanceCall))
export const quoteGoOn = reads.handler(send(quoteGoOnCall))
export const goOn = changes.handler(send(goOnCall))
