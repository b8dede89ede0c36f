import * as v from 'valibot'
import { defineCall } from '../base/call.ts'

export const takeWebhookCall = defineCall({
  method: 'POST',
  path: '/v1/payments/{provider}/webhook',
  summary: 'For payment services: notify about a change of a payment',
  tag: 'Orders',
  auth: 'public',
  status: 200,
  input: { params: v.object({ provider: v.string() }) },
  response: v.object({ received: v.literal(true) }),
  errors: ['forged_notification', 'not_found', 'payment_unavailable', 'too_many_attempts'],
})
