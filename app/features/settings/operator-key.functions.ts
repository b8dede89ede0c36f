import { createOperatorKeyCall } from '#app/contract/account/api-keys.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes } from '#app/shell/calls/with-api.ts'

export const createOperatorKey = changes.handler(send(createOperatorKeyCall))
