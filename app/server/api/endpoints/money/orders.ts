import {
  cancelOrderCall,
  checkOrderCall,
  chooseTestOutcomeCall,
  createOrderCall,
  getOrderCall,
  listOrdersCall,
} from '#app/contract/money/orders.calls.ts'
import { cancelOrder } from '#app/server/core/money/payments/cancel-order.ts'
import { checkOrderNow } from '#app/server/core/money/payments/check-order.ts'
import { chooseTestOutcome } from '#app/server/core/money/payments/choose-test-outcome.ts'
import { createOrder } from '#app/server/core/money/orders/create-order.ts'
import { findOrder } from '#app/server/core/money/orders/find-order.ts'
import { listOrders } from '#app/server/core/money/orders/list-orders.ts'
import { toOrder } from '#app/server/core/money/orders/to-order.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { endpoint } from '../../endpoint.ts'

export const orderEndpoints = [
  endpoint(createOrderCall, {
    async handle({ runtime: { db, payments, env }, caller, input, idempotencyKey, locale }) {
      const { userId } = caller
      return toOrder(db, await createOrder(db, { payments, siteUrl: siteUrl(env), locale, userId, input: input.body, idempotencyKey }))
    },
  }),
  endpoint(listOrdersCall, {
    handle: ({ runtime, caller, input }) => listOrders(runtime.db, caller.userId, input.query),
  }),
  endpoint(getOrderCall, {
    handle: async ({ runtime: { db }, caller, input }) => toOrder(db, await findOrder(db, { userId: caller.userId, id: input.params.id })),
  }),
  endpoint(checkOrderCall, {
    async handle({ runtime: { db, payments, logger }, caller, input }) {
      const order = await findOrder(db, { userId: caller.userId, id: input.params.id })
      return toOrder(db, await checkOrderNow(db, order, { payments, logger }))
    },
  }),
  endpoint(cancelOrderCall, {
    handle: async ({ runtime: { db, payments, logger }, caller, input }) =>
      toOrder(db, await cancelOrder(db, { payments, logger, userId: caller.userId, id: input.params.id })),
  }),
  endpoint(chooseTestOutcomeCall, {
    handle: async ({ runtime: { db, payments, logger }, caller, input }) =>
      toOrder(
        db,
        await chooseTestOutcome(db, { payments, logger, userId: caller.userId, id: input.params.id, outcome: input.body.outcome }),
      ),
  }),
]
