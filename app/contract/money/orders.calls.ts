import { createOrderSchema, orderPageSchema, orderSchema, ordersQuerySchema, testOutcomeSchema } from './orders.ts'
import { byId, defineCall } from '../base/call.ts'

const tag = 'Orders'

export const createOrderCall = defineCall({
  method: 'POST',
  path: '/v1/orders',
  summary: 'Order a pack or a plan; pay at `checkout_url`',
  tag,
  auth: 'session',
  status: 201,
  idempotency: 'A second request with the same key is answered with the first one’s order and charges nothing.',
  input: { body: createOrderSchema },
  response: orderSchema,
  errors: ['already_subscribed', 'idempotency_conflict', 'payment_unavailable'],
})

export const listOrdersCall = defineCall({
  method: 'GET',
  path: '/v1/orders',
  summary: 'List orders, newest first',
  tag,
  auth: 'session',
  status: 200,
  input: { query: ordersQuerySchema },
  response: orderPageSchema,
  errors: ['unknown_cursor'],
})

export const getOrderCall = defineCall({
  method: 'GET',
  path: '/v1/orders/{id}',
  summary: 'Get an order',
  tag,
  auth: 'session',
  status: 200,
  input: { params: byId },
  response: orderSchema,
  errors: ['not_found'],
})

export const checkOrderCall = defineCall({
  method: 'POST',
  path: '/v1/orders/{id}/check',
  summary: 'Refresh an order from the payment service',
  tag,
  auth: 'session',
  status: 200,
  input: { params: byId },
  response: orderSchema,
  errors: ['not_found'],
})

export const cancelOrderCall = defineCall({
  method: 'POST',
  path: '/v1/orders/{id}/cancel',
  summary: 'Cancel an unpaid order',
  tag,
  auth: 'session',
  status: 200,
  input: { params: byId },
  response: orderSchema,
  errors: ['not_found', 'order_closed'],
})

export const chooseTestOutcomeCall = defineCall({
  method: 'POST',
  path: '/v1/orders/{id}/test-payment',
  summary: 'Say what happens at the test checkout; not found where a real payment service is set up',
  tag,
  auth: 'session',
  status: 200,
  input: { params: byId, body: testOutcomeSchema },
  response: orderSchema,
  errors: ['not_found', 'order_closed'],
})
