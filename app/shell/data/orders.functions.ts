import {
  cancelOrderCall,
  checkOrderCall,
  chooseTestOutcomeCall,
  createOrderCall,
  getOrderCall,
  listOrdersCall,
} from '#app/contract/money/orders.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const createOrder = changes.handler(send(createOrderCall))
export const listOrders = reads.handler(send(listOrdersCall))
export const getOrder = reads.handler(send(getOrderCall))
export const checkOrder = changes.handler(send(checkOrderCall))
export const cancelOrder = changes.handler(send(cancelOrderCall))
export const chooseTestOutcome = changes.handler(send(chooseTestOutcomeCall))
