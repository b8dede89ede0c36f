import { redeemCodeCall } from '#app/contract/money/codes.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes } from '#app/shell/calls/with-api.ts'

export const redeemCode = changes.handler(send(redeemCodeCall))
