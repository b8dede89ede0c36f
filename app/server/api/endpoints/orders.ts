import * as v from 'valibot'
import { createOrderSchema, orderPageSchema, orderSchema, ordersQuerySchema, testOutcomeSchema } from '#app/contract/orders.ts'
import { cancelOrder } from '../../core/orders/cancel-order.ts'
import { checkOrderNow } from '../../core/orders/check-order.ts'
import { chooseTestOutcome } from '../../core/orders/choose-test-outcome.ts'
import { createOrder } from '../../core/orders/create-order.ts'
import { findOrder } from '../../core/orders/find-order.ts'
import { listOrders } from '../../core/orders/list-orders.ts'
import { toOrder } from '../../core/orders/to-order.ts'
import { siteUrl } from '../../site-url.ts'
import { endpoint } from '../endpoint.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'

const tag = 'Orders'
const byId = v.object({ id: v.string() })

export const orderEndpoints = [
  endpoint({
    method: 'post',
    path: '/v1/orders',
    summary: 'Order a pack or a plan; it is paid at `checkout_url`',
    tag,
    status: 201,
    headers: { 'Idempotency-Key': 'A second request with the same key is answered with the first one’s order and charges nothing.' },
    input: { body: createOrderSchema },
    response: orderSchema,
    errors: ['already_subscribed', 'idempotency_conflict', 'payment_unavailable'],
    async handle({ runtime: { db, payments, env }, caller, input, locale, context }) {
      const idempotencyKey = readIdempotencyKey(context.req.header('idempotency-key'))
      const { userId } = caller
      return toOrder(db, await createOrder(db, { payments, siteUrl: siteUrl(env), locale, userId, input: input.body, idempotencyKey }))
    },
  }),
  endpoint({
    method: 'get',
    path: '/v1/orders',
    summary: 'Own orders, newest first',
    tag,
    status: 200,
    input: { query: ordersQuerySchema },
    response: orderPageSchema,
    errors: ['unknown_cursor'],
    handle: ({ runtime, caller, input }) => listOrders(runtime.db, caller.userId, input.query),
  }),
  endpoint({
    method: 'get',
    path: '/v1/orders/{id}',
    summary: 'One order',
    tag,
    status: 200,
    input: { params: byId },
    response: orderSchema,
    errors: ['not_found'],
    handle: async ({ runtime: { db }, caller, input }) => toOrder(db, await findOrder(db, { userId: caller.userId, id: input.params.id })),
  }),
  endpoint({
    method: 'post',
    path: '/v1/orders/{id}/check',
    summary: 'Ask the payment service what has become of an order',
    tag,
    status: 200,
    input: { params: byId },
    response: orderSchema,
    errors: ['not_found'],
    async handle({ runtime: { db, payments, logger }, caller, input }) {
      const order = await findOrder(db, { userId: caller.userId, id: input.params.id })
      return toOrder(db, await checkOrderNow(db, order, { payments, logger }))
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/orders/{id}/cancel',
    summary: 'Give up an order that is not paid',
    tag,
    status: 200,
    input: { params: byId },
    response: orderSchema,
    errors: ['not_found', 'order_closed'],
    handle: async ({ runtime: { db, payments, logger }, caller, input }) =>
      toOrder(db, await cancelOrder(db, { payments, logger, userId: caller.userId, id: input.params.id })),
  }),
  endpoint({
    method: 'post',
    path: '/v1/orders/{id}/test-payment',
    summary: 'Say what happens at the test checkout; not found where a real payment service is set up',
    tag,
    status: 200,
    input: { params: byId, body: testOutcomeSchema },
    response: orderSchema,
    errors: ['not_found', 'order_closed'],
    handle: async ({ runtime: { db, payments, logger }, caller, input }) =>
      toOrder(
        db,
        await chooseTestOutcome(db, { payments, logger, userId: caller.userId, id: input.params.id, outcome: input.body.outcome }),
      ),
  }),
]
