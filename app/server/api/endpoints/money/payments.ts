import { takeWebhookCall } from '#app/contract/money/payments.calls.ts'
import { addressKey } from '#app/server/core/rules/limits/address.ts'
import { takeWebhook } from '#app/server/core/money/payments/take-webhook.ts'
import { endpoint } from '../../endpoint.ts'
import { readText } from '../../requests/request.ts'

export const paymentEndpoints = [
  endpoint(takeWebhookCall, {
    async handle({ runtime: { db, payments, logger, attempts }, input, clientAddress, context }) {
      await attempts.noticesByAddress.take(addressKey(clientAddress))
      // The body stays unparsed, because the signature covers its bytes.
      const notification = { headers: context.req.raw.headers, body: await readText(context), address: clientAddress }
      await takeWebhook(db, { payments, attempts, logger, providerId: input.params.provider, notification })
      return { received: true } as const
    },
  }),
]
