import { askForEmailChangeCall, cancelEmailChangeCall, getEmailChangeCall } from '#app/contract/account/me.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getEmailChange = reads.handler(send(getEmailChangeCall))
export const askForEmailChange = changes.handler(send(askForEmailChangeCall))
export const cancelEmailChange = changes.handler(send(cancelEmailChangeCall))
