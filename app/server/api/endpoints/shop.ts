import { listOperatorOrdersCall, reconcileOrdersCall, recordOrderCall } from '#app/contract/calls/shop.ts'
import { listOrders } from '../../core/shop/orders.ts'
import { reconcile } from '../../core/shop/reconcile.ts'
import { recordOrder } from '../../core/shop/record-order.ts'
import { endpoint } from '../endpoint.ts'

export const shopEndpoints = [
  endpoint(listOperatorOrdersCall, {
    heavy: ({ query }) => Boolean(query.q),
    handle: ({ runtime, input }) => listOrders(runtime.db, input.query),
  }),
  endpoint(recordOrderCall, {
    handle: ({ runtime: { db, payments, logger }, caller, input: { params }, clientAddress }) =>
      recordOrder(db, { payments, logger, id: params.id, reason: '', userId: caller.userId, address: clientAddress }),
  }),
  endpoint(reconcileOrdersCall, {
    heavy: () => true,
    handle: ({ runtime: { db, payments }, input }) => reconcile(db, { payments, query: input.query }),
  }),
]
