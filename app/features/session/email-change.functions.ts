import { confirmEmailChangeCall, keepEmailCall } from '#app/contract/account/auth.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes } from '#app/shell/calls/with-api.ts'

export const confirmEmailChange = changes.handler(send(confirmEmailChangeCall))
export const keepEmail = changes.handler(send(keepEmailCall))
