import { answerDeviceLoginCall, readDeviceLoginCall } from '#app/contract/account/programs.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const readDeviceLogin = reads.handler(send(readDeviceLoginCall))
export const answerDeviceLogin = changes.handler(send(answerDeviceLoginCall))
