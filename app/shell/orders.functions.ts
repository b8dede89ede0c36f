import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { createOrderSchema, orderPageSchema, orderSchema, ordersQuerySchema, testOutcomeSchema } from '#app/contract/orders.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { withApi } from '#app/shell/with-api.ts'

const byId = v.object({ id: v.string() })
const path = ({ id }: { id: string }) => `/v1/orders/${encodeURIComponent(id)}`

export const createOrder = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ order: createOrderSchema, idempotency_key: v.string() })))
  .handler(({ data: { order, idempotency_key }, context }) =>
    context.api.call({
      method: 'POST',
      path: '/v1/orders',
      body: order,
      headers: { 'idempotency-key': idempotency_key },
      response: orderSchema,
    }),
  )

export const listOrders = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .validator(accept(ordersQuerySchema))
  .handler(({ data, context }) => context.api.call({ method: 'GET', path: '/v1/orders', query: data, response: orderPageSchema }))

export const getOrder = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'GET', path: path(data), response: orderSchema }))

/** Asks the payment service, too. */
export const checkOrder = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: `${path(data)}/check`, response: orderSchema }))

export const cancelOrder = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: `${path(data)}/cancel`, response: orderSchema }))

export const chooseTestOutcome = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ ...byId.entries, ...testOutcomeSchema.entries })))
  .handler(({ data: { id, ...body }, context }) =>
    context.api.call({ method: 'POST', path: `${path({ id })}/test-payment`, body, response: orderSchema }),
  )
