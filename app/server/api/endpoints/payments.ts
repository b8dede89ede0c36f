import * as v from 'valibot'
import { takeWebhook } from '../../core/orders/take-webhook.ts'
import { publicEndpoint } from '../endpoint.ts'

export const paymentEndpoints = [
  publicEndpoint({
    method: 'post',
    path: '/v1/payments/{provider}/webhook',
    summary: 'For payment services: something has become of a payment',
    tag: 'Orders',
    status: 200,
    input: { params: v.object({ provider: v.string() }) },
    response: v.object({ received: v.literal(true) }),
    errors: ['forged_notification', 'not_found', 'payment_unavailable'],
    async handle({ runtime: { db, payments, logger }, input, context }) {
      // As it was written: a signature is of the bytes.
      const notification = { headers: context.req.raw.headers, body: await context.req.text() }
      await takeWebhook(db, { payments, logger, providerId: input.params.provider, notification })
      return { received: true } as const
    },
  }),
]
