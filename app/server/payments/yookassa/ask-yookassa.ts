import * as v from 'valibot'
import { fetchWithin } from '../../egress/fetch-within.ts'
import { PaymentError } from '../provider.ts'

const moneySchema = v.object({ value: v.pipe(v.string(), v.regex(/^\d+\.\d{2}$/)), currency: v.string() })

/** The fields of YooKassa's payments that we use. */
export const yookassaPaymentSchema = v.object({
  id: v.string(),
  status: v.picklist(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: moneySchema,
  refunded_amount: v.optional(moneySchema),
  metadata: v.optional(v.record(v.string(), v.string())),
  confirmation: v.optional(v.object({ confirmation_url: v.optional(v.string()) })),
  payment_method: v.optional(
    v.object({
      id: v.string(),
      saved: v.boolean(),
      type: v.optional(v.string()),
      card: v.optional(v.object({ last4: v.optional(v.string()) })),
    }),
  ),
  cancellation_details: v.optional(v.object({ reason: v.string() })),
})
export type YookassaPayment = v.InferOutput<typeof yookassaPaymentSchema>

/** The fields of YooKassa's refunds that we use. They have no metadata, so the description carries our id. */
export const yookassaRefundSchema = v.object({
  id: v.string(),
  status: v.picklist(['pending', 'succeeded', 'canceled']),
  description: v.optional(v.string()),
})
export type YookassaRefund = v.InferOutput<typeof yookassaRefundSchema>
export const yookassaRefundsSchema = v.object({ items: v.array(yookassaRefundSchema) })

export type YookassaOptions = { shopId: string; secretKey: string; baseUrl: string; timeoutMs: number }
type Question<S> = { path: string; body?: object; idempotenceKey?: string; schema: S }

/** Sends a request to YooKassa's API; returns null on 404. Throws `PaymentError`. */
export async function askYookassa<S extends v.GenericSchema>(
  { shopId, secretKey, baseUrl, timeoutMs }: YookassaOptions,
  { path, body, idempotenceKey, schema }: Question<S>,
): Promise<v.InferOutput<S> | null> {
  const answer = await fetchWithin([baseUrl])(`${baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotenceKey && { 'idempotence-key': idempotenceKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new PaymentError('unreachable', 'YooKassa does not answer', cause)
  })
  if (answer.status === 404) {
    await answer.body?.cancel()
    return null
  }
  const json: unknown = await answer.json().catch(() => undefined)
  // 202 means that the first request with this key is still being processed.
  if (answer.status === 202 || answer.status === 409 || answer.status === 429 || answer.status >= 500)
    throw new PaymentError('unreachable', `YooKassa answered with ${answer.status}`)
  if (!answer.ok) throw new PaymentError('refused', `YooKassa answered with ${answer.status}`, json)
  const agreed = v.safeParse(schema, json)
  if (!agreed.success) throw new PaymentError('refused', 'the answer of YooKassa is not as agreed')
  return agreed.output
}
