import {
  getOperatorOrderCall,
  getShopCall,
  listOperatorOrdersCall,
  listShopVersionsCall,
  previewShopCall,
  reconcileOrdersCall,
  recordOrderCall,
  refundOrderCall,
  restoreShopCall,
  saveShopCall,
} from '#app/contract/money/shop.calls.ts'
import { getShop, listShopVersions, previewShop, restoreShop, saveShop } from '#app/server/core/operation/shop/change-shop.ts'
import { listOrders } from '#app/server/core/operation/shop/orders.ts'
import { reconcile } from '#app/server/core/operation/shop/reconcile.ts'
import { recordOrder } from '#app/server/core/operation/shop/record-order.ts'
import { getOrderDetails, refundOrder } from '#app/server/core/operation/shop/refund-order.ts'
import { endpoint } from '../../endpoint.ts'

export const shopEndpoints = [
  endpoint(listOperatorOrdersCall, {
    heavy: ({ query }) => Boolean(query.q),
    handle: ({ runtime, input }) => listOrders(runtime.db, input.query),
  }),
  endpoint(getOperatorOrderCall, {
    handle: ({ runtime: { db, payments }, input: { params } }) => getOrderDetails(db, payments, params.id),
  }),
  endpoint(refundOrderCall, {
    handle: ({ runtime: { db, payments, logger }, caller, input: { params, body }, idempotencyKey, clientAddress }) =>
      refundOrder(db, { ...body, payments, logger, id: params.id, idempotencyKey, userId: caller.userId, address: clientAddress }),
  }),
  endpoint(recordOrderCall, {
    handle: ({ runtime: { db, payments, logger }, caller, input: { params }, clientAddress }) =>
      recordOrder(db, { payments, logger, id: params.id, reason: '', userId: caller.userId, address: clientAddress }),
  }),
  endpoint(reconcileOrdersCall, {
    heavy: () => true,
    handle: ({ runtime: { db, payments }, input }) => reconcile(db, { payments, query: input.query }),
  }),
  endpoint(getShopCall, {
    handle: ({ runtime: { db, payments } }) => getShop(db, payments),
  }),
  endpoint(previewShopCall, {
    handle: ({ runtime: { db, payments }, input: { body } }) => previewShop(db, { payments, settings: body.settings }),
  }),
  endpoint(saveShopCall, {
    handle: ({ runtime: { db, payments, shop }, caller, input: { body }, clientAddress }) =>
      saveShop(db, { ...body, payments, shop, userId: caller.userId, address: clientAddress }),
  }),
  endpoint(listShopVersionsCall, {
    handle: ({ runtime, input }) => listShopVersions(runtime.db, input.query),
  }),
  endpoint(restoreShopCall, {
    handle: ({ runtime: { db, payments, shop }, caller, input: { params, body }, clientAddress }) =>
      restoreShop(db, { ...body, number: params.number, payments, shop, userId: caller.userId, address: clientAddress }),
  }),
]
