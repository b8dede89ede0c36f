import {
  operatorOrderDetailsSchema,
  operatorOrderPageSchema,
  operatorOrderSchema,
  operatorOrdersQuerySchema,
  reconcileQuerySchema,
  reconciliationSchema,
  refundOrderSchema,
} from './shop.ts'
import * as v from 'valibot'
import { pageQueryEntries } from '../base/common.ts'
import {
  operatorShopSchema,
  previewShopSchema,
  restoreShopSchema,
  saveShopSchema,
  shopPreviewSchema,
  shopVersionPageSchema,
} from './shop-settings.ts'
import { byId, defineCall } from '../base/call.ts'

const tag = 'Operator'
const auth = 'operator:manage_shop'
const see = 'operator:see_shop'

export const listOperatorOrdersCall = defineCall({
  method: 'GET',
  path: '/v1/operator/orders',
  summary: 'List orders of all people, newest first',
  tag,
  auth: see,
  status: 200,
  input: { query: operatorOrdersQuerySchema },
  response: operatorOrderPageSchema,
  errors: ['unknown_cursor'],
})

export const getOperatorOrderCall = defineCall({
  method: 'GET',
  path: '/v1/operator/orders/{id}',
  summary: 'Get an order of any person with its refunds',
  tag,
  auth: see,
  reach: 'anyone',
  status: 200,
  input: { params: byId },
  response: operatorOrderDetailsSchema,
})

export const refundOrderCall = defineCall({
  method: 'POST',
  path: '/v1/operator/orders/{id}/refunds',
  summary: 'Refund an order through its payment service, in full or in part',
  tag,
  auth,
  reach: 'order',
  idempotency: 'A second request with the same key refunds nothing more and returns the order.',
  status: 200,
  input: { params: byId, body: refundOrderSchema },
  response: operatorOrderDetailsSchema,
  errors: ['not_refundable', 'refund_open', 'idempotency_conflict'],
})

export const recordOrderCall = defineCall({
  method: 'POST',
  path: '/v1/operator/orders/{id}/check',
  summary: 'Ask the payment service about an order and record its answer',
  tag,
  auth,
  reach: 'anyone',
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

export const getShopCall = defineCall({
  method: 'GET',
  path: '/v1/operator/shop',
  summary: 'Get packs, plans, prices and free tokens',
  tag,
  auth: see,
  status: 200,
  input: {},
  response: operatorShopSchema,
})

export const previewShopCall = defineCall({
  method: 'POST',
  path: '/v1/operator/shop/preview',
  summary: 'Compare settings of the shop with those in force, without changing them',
  tag,
  auth,
  status: 200,
  input: { body: previewShopSchema },
  response: shopPreviewSchema,
})

export const saveShopCall = defineCall({
  method: 'PUT',
  path: '/v1/operator/shop',
  summary: 'Put settings of the shop into force as a new version',
  tag,
  auth,
  status: 200,
  input: { body: saveShopSchema },
  response: operatorShopSchema,
  errors: ['shop_changed', 'nothing_to_change'],
})

export const listShopVersionsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/shop/versions',
  summary: 'List versions of the shop, newest first',
  tag,
  auth: see,
  status: 200,
  input: { query: v.object(pageQueryEntries) },
  response: shopVersionPageSchema,
  errors: ['unknown_cursor'],
})

export const restoreShopCall = defineCall({
  method: 'POST',
  path: '/v1/operator/shop/versions/{number}/restore',
  summary: 'Put an earlier version of the shop into force again; 0 is the defaults',
  tag,
  auth,
  reach: 'nobody',
  status: 200,
  input: {
    params: v.object({ number: v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'invalid'), v.transform(Number)) }),
    body: restoreShopSchema,
  },
  response: operatorShopSchema,
  errors: ['shop_changed', 'nothing_to_change'],
})
