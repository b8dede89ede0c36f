import { listOperatorOrdersCall, reconcileOrdersCall, recordOrderCall } from '#app/contract/calls/shop.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listAllOrders = reads.handler(send(listOperatorOrdersCall))
export const recordOrder = changes.handler(send(recordOrderCall))
export const reconcileOrders = reads.handler(send(reconcileOrdersCall))
