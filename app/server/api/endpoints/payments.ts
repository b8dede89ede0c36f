import * as v from 'valibot'
import { addressKey, attemptsOf } from '../../core/accounts/attempts.ts'
import { takeWebhook } from '../../core/orders/take-webhook.ts'
import { publicEndpoint } from '../endpoint.ts'
import { readText } from '../request.ts'

export const paymentEndpoints = [
  publicEndpoint({
    method: 'post',
    path: '/v1/payments/{provider}/webhook',
    summary: 'For payment services: something has become of a payment',
    tag: 'Orders',
    status: 200,
    input: { params: v.object({ provider: v.string() }) },
    response: v.object({ received: v.literal(true) }),
    errors: ['forged_notification', 'not_found', 'payment_unavailable', 'too_many_attempts'],
    async handle({ runtime: { db, payments, logger, handle }, input, clientAddress, context }) {
      const attempts = attemptsOf(handle)
      await attempts.noticesByAddress.take(addressKey(clientAddress))
      // As it was written: a signature is of the bytes.
      const notification = { headers: context.req.raw.headers, body: await readText(context), address: clientAddress }
      await takeWebhook(db, { payments, attempts, logger, providerId: input.params.provider, notification })
      return { received: true } as const
    },
  }),
]
