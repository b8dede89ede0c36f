import {
  operatorOrderPageSchema,
  operatorOrderSchema,
  operatorOrdersQuerySchema,
  reconcileQuerySchema,
  reconciliationSchema,
} from '../shop.ts'
import { byId, defineCall } from './call.ts'

const tag = 'Operator'
const auth = 'operator:manage_shop'

export const listOperatorOrdersCall = defineCall({
  method: 'GET',
  path: '/v1/operator/orders',
  summary: 'List orders of all people, newest first',
  tag,
  auth,
  status: 200,
  input: { query: operatorOrdersQuerySchema },
  response: operatorOrderPageSchema,
  errors: ['unknown_cursor'],
})

export const recordOrderCall = defineCall({
  method: 'POST',
  path: '/v1/operator/orders/{id}/check',
  summary: 'Ask the payment service about an order and record its answer',
  tag,
  auth,
  status: 200,
  input: { params: byId },
  response: operatorOrderSchema,
  errors: ['payment_unavailable'],
})

export const reconcileOrdersCall = defineCall({
  method: 'GET',
  path: '/v1/operator/reconciliation',
  summary: 'Compare a page of orders with the payment services and list the differences only',
  tag,
  auth,
  status: 200,
  input: { query: reconcileQuerySchema },
  response: reconciliationSchema,
  errors: ['unknown_cursor'],
})
