import * as v from 'valibot'
import { orderSchema } from './orders.ts'
import { changePlanSchema, planChangeSchema, portalSchema, subscriptionSchema } from './subscriptions.ts'
import { plansSchema } from './tokens.ts'
import { defineCall } from '../base/call.ts'

const tag = 'Subscription'

export const listPlansCall = defineCall({
  method: 'GET',
  path: '/v1/plans',
  summary: 'List plans and their prices',
  tag,
  auth: 'public',
  status: 200,
  input: {},
  response: plansSchema,
})

export const getSubscriptionCall = defineCall({
  method: 'GET',
  path: '/v1/subscription',
  summary: 'Get the current plan',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: subscriptionSchema,
})

export const quotePlanChangeCall = defineCall({
  method: 'POST',
  path: '/v1/subscription/quote',
  summary: 'Preview a plan change: now and at the end of the period',
  tag,
  auth: 'session',
  status: 200,
  input: { body: changePlanSchema },
  response: planChangeSchema,
  errors: ['not_subscribed'],
})

export const changePlanCall = defineCall({
  method: 'POST',
  path: '/v1/subscription/change',
  summary: 'Change the plan; if it costs something now, the response is the order to pay',
  tag,
  auth: 'session',
  status: 200,
  idempotency:
    'A second request with the same key is answered with the first one’s order. A change without a price is made again, with the same effect.',
  keyless: true,
  input: { body: changePlanSchema },
  response: v.object({ order: v.nullable(orderSchema), subscription: subscriptionSchema }),
  errors: ['not_subscribed', 'nothing_to_change', 'method_removed', 'idempotency_conflict', 'payment_unavailable'],
})

export const cancelSubscriptionCall = defineCall({
  method: 'POST',
  path: '/v1/subscription/cancel',
  summary: 'Cancel the plan at the end of the paid period',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: subscriptionSchema,
  errors: ['not_subscribed'],
})

export const removeMethodCall = defineCall({
  method: 'DELETE',
  path: '/v1/subscription/method',
  summary: 'Remove the saved payment method: it is never charged again, and a running plan ends with its paid period',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: subscriptionSchema,
  errors: ['no_saved_method'],
})

export const resumeSubscriptionCall = defineCall({
  method: 'POST',
  path: '/v1/subscription/resume',
  summary: 'Resume a canceled plan',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: subscriptionSchema,
  errors: ['not_subscribed', 'method_removed'],
})

export const paySubscriptionCall = defineCall({
  method: 'POST',
  path: '/v1/subscription/pay',
  summary: 'Pay for a period whose charge failed',
  tag,
  auth: 'session',
  status: 200,
  idempotency: 'A second request with the same key is answered with the first one’s order, also when it is paid, and charges nothing.',
  keyless: true,
  input: {},
  response: orderSchema,
  errors: ['not_subscribed', 'nothing_to_change', 'order_closed', 'idempotency_conflict', 'payment_unavailable'],
})

export const openPortalCall = defineCall({
  method: 'POST',
  path: '/v1/subscription/portal',
  summary: 'Get a link to the payment service’s page with payment methods and invoices',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: portalSchema,
  errors: ['not_subscribed', 'not_found', 'payment_unavailable'],
})
