import { listPlansCall } from '#app/contract/money/subscriptions.calls.ts'
import { listTokenPacksCall } from '#app/contract/money/tokens.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { reads } from '#app/shell/calls/with-api.ts'

export const listTokenPacks = reads.handler(send(listTokenPacksCall))
export const listPlans = reads.handler(send(listPlansCall))
