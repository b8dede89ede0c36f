import { getPushCall, subscribePushCall, unsubscribePushCall } from '#app/contract/account/push.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getPush = reads.handler(send(getPushCall))
export const subscribePush = changes.handler(send(subscribePushCall))
export const unsubscribePush = changes.handler(send(unsubscribePushCall))
