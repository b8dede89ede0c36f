import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { type MediaAnswer, type MediaCall, startMediaServer } from './providers/media-server.ts'

export const yookassaKeys = { shopId: '100500', secretKey: 'test_a-key-for-tests' }

const amountSchema = v.object({ value: v.pipe(v.string(), v.regex(/^\d+\.\d{2}$/)), currency: v.literal('RUB') })
/** The receipt, which YooKassa rejects unless it is complete, as 54-FZ requires. */
const receiptSchema = v.object({
  customer: v.object({ email: v.pipe(v.string(), v.email()) }),
  items: v.tuple([
    v.object({
      description: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
      quantity: v.literal('1.00'),
      amount: amountSchema,
      vat_code: v.number(),
      payment_subject: v.literal('service'),
      payment_mode: v.literal('full_payment'),
    }),
  ]),
  tax_system_code: v.optional(v.number()),
})
const bodySchema = v.object({
  amount: amountSchema,
  capture: v.literal(true),
  description: v.pipe(v.string(), v.maxLength(128)),
  metadata: v.record(v.string(), v.string()),
  receipt: receiptSchema,
  confirmation: v.optional(v.object({ type: v.literal('redirect'), return_url: v.pipe(v.string(), v.url()), locale: v.string() })),
  save_payment_method: v.optional(v.boolean()),
  payment_method_id: v.optional(v.string()),
})
const refundBodySchema = v.object({
  payment_id: v.string(),
  amount: amountSchema,
  description: v.pipe(v.string(), v.maxLength(250)),
  receipt: receiptSchema,
})
type Refund = { id: string; status: string; body: v.InferOutput<typeof refundBodySchema> }
/** Faults of the next refund. `lost`: it is made, and no answer comes. `poor`: the shop's balance is too low. */
export type YookassaRefundFault = 'lost' | 'limited' | 'processing' | 'poor'
const toCents = (value: string) => Math.round(Number(value) * 100)
type Body = v.InferOutput<typeof bodySchema>
/** How the person pays at YooKassa's page. */
type Means = 'bank_card' | 'sbp'
type Payment = {
  id: string
  status: string
  body: Body
  refunded: string
  reason: string | null
  method: { id: string; saved: boolean; type: Means }
}

/** As documented at https://yookassa.ru/developers/api#payment_object (2026-11-29). */
const detailsOf = (type: Means) =>
  type === 'bank_card'
    ? {
        title: 'Bank card *4444',
        card: { first6: '555555', last4: '4444', expiry_year: '2031', expiry_month: '12', card_type: 'MasterCard' },
      }
    : { title: 'SBP', payer_bank_details: { bank_id: '100000000111', bic: '044525225' } }

/** The parts of YooKassa's API that we use, in its own formats, with idempotence keys. */
export async function startYookassaServer() {
  const payments = new Map<string, Payment>()
  const byKey = new Map<string, string>()
  const refunds = new Map<string, Refund>()
  const means = new Map<string, Means>()
  let refundFault: YookassaRefundFault | null = null
  let declines = false
  let hangs = false

  const paymentOf = ({ id, status, body, refunded, reason, method }: Payment) => ({
    id,
    status,
    amount: body.amount,
    income_amount: status === 'succeeded' ? body.amount : undefined,
    description: body.description,
    recipient: { account_id: yookassaKeys.shopId, gateway_id: '100700' },
    payment_method: { ...method, ...detailsOf(method.type) },
    created_at: '2026-11-22T06:00:00.000Z',
    ...(body.confirmation &&
      status === 'pending' && {
        confirmation: { type: 'redirect', confirmation_url: `https://yoomoney.ru/checkout/payments/v2/contract?orderId=${id}` },
      }),
    ...(reason && { cancellation_details: { party: 'payment_network', reason } }),
    test: true,
    refunded_amount: { value: refunded, currency: 'RUB' },
    paid: status === 'succeeded',
    refundable: status === 'succeeded',
    metadata: body.metadata,
  })

  const refundOf = ({ id, status, body }: Refund) => ({
    id,
    status,
    amount: body.amount,
    created_at: '2026-11-22T07:00:00.000Z',
    payment_id: body.payment_id,
    description: body.description,
    ...(status === 'canceled' && { cancellation_details: { party: 'yoo_money', reason: 'insufficient_funds' } }),
  })
  function handleRefund(call: MediaCall): MediaAnswer {
    if (call.method === 'GET') {
      const wanted = new URL(call.path, call.origin).searchParams.get('payment_id')
      const items = [...refunds.values()].filter(({ body }) => body.payment_id === wanted).map(refundOf)
      return { json: { type: 'list', items } }
    }
    const fault = refundFault
    refundFault = null
    if (fault === 'limited') return { status: 429, json: { type: 'error', code: 'too_many_requests' } }
    if (fault === 'processing') return { status: 202, json: { type: 'processing', retry_after: 1_800 } }
    const key = String(call.headers['idempotence-key'] ?? '')
    const known = refunds.get(byKey.get(key) ?? '')
    if (known) return { json: refundOf(known) }
    const body = v.safeParse(refundBodySchema, JSON.parse(call.body))
    const payment = body.success && payments.get(body.output.payment_id)
    const invalid: MediaAnswer = { status: 400, json: { type: 'error', id: randomUUID(), code: 'invalid_request' } }
    // The receipt of a refund is over exactly the refunded amount.
    if (!key || !body.success || !payment || body.output.receipt.items[0].amount.value !== body.output.amount.value) return invalid
    const total = toCents(payment.refunded) + toCents(body.output.amount.value)
    if (payment.status !== 'succeeded' || total > toCents(payment.body.amount.value)) return invalid
    const made = { id: randomUUID(), status: fault === 'poor' ? 'canceled' : 'succeeded', body: body.output }
    refunds.set(made.id, made)
    byKey.set(key, made.id)
    if (made.status === 'succeeded') payment.refunded = (total / 100).toFixed(2)
    return fault === 'lost' ? { status: 502, json: { type: 'error' } } : { json: refundOf(made) }
  }

  function handle(call: MediaCall): MediaAnswer {
    const basic = Buffer.from(`${yookassaKeys.shopId}:${yookassaKeys.secretKey}`).toString('base64')
    if (call.headers.authorization !== `Basic ${basic}`)
      return { status: 401, json: { type: 'error', id: randomUUID(), code: 'invalid_credentials', description: 'Authentication error' } }
    if (hangs) return 'silent'
    const [, resource, id] = call.path.split(/[/?]/)
    if (resource === 'refunds') return handleRefund(call)
    if (resource !== 'payments') return { status: 404, json: { type: 'error', code: 'not_found' } }
    if (call.method === 'GET') {
      const payment = payments.get(id ?? '')
      return payment ? { json: paymentOf(payment) } : { status: 404, json: { type: 'error', id: randomUUID(), code: 'not_found' } }
    }
    const key = String(call.headers['idempotence-key'] ?? '')
    const body = v.safeParse(bodySchema, JSON.parse(call.body))
    if (!key || !body.success) return { status: 400, json: { type: 'error', id: randomUUID(), code: 'invalid_request' } }
    const known = payments.get(byKey.get(key) ?? '')
    if (known) return { json: paymentOf(known) }
    const charged = body.output.payment_method_id !== undefined
    const made: Payment = {
      id: randomUUID(),
      status: charged ? (declines ? 'canceled' : 'succeeded') : 'pending',
      body: body.output,
      refunded: '0.00',
      reason: charged && declines ? 'insufficient_funds' : null,
      method: {
        id: body.output.payment_method_id ?? randomUUID(),
        saved: charged,
        type: means.get(body.output.payment_method_id ?? '') ?? 'bank_card',
      },
    }
    payments.set(made.id, made)
    byKey.set(key, made.id)
    return { json: paymentOf(made) }
  }
  const server = await startMediaServer(handle)
  const paymentFor = (orderId: string) => {
    const payment = [...payments.values()].find(({ body }) => body.metadata.order_id === orderId)
    if (!payment) throw new Error(`there is no payment for order ${orderId}`)
    return payment
  }
  const notify = (event: string, object: object) => ({ body: JSON.stringify({ type: 'notification', event, object }), headers: {} })
  return {
    ...server,
    paymentFor,
    notify,
    /** The automatic charges of a saved method. */
    chargesOf: (method: string) => [...payments.values()].filter(({ body }) => body.payment_method_id === method).map(paymentOf),
    /** Pays at YooKassa's page; returns the notification that YooKassa then sends. */
    pay(orderId: string, type: Means = 'bank_card') {
      const payment = paymentFor(orderId)
      payment.method.type = type
      means.set(payment.method.id, type)
      payment.status = 'succeeded'
      payment.method.saved = payment.body.save_payment_method ?? false
      return notify('payment.succeeded', paymentOf(payment))
    },
    decline(orderId: string) {
      const payment = paymentFor(orderId)
      payment.status = 'canceled'
      payment.reason = '3d_secure_failed'
      return notify('payment.canceled', paymentOf(payment))
    },
    refund(orderId: string, value: string) {
      const payment = paymentFor(orderId)
      payment.refunded = value
      return notify('refund.succeeded', {
        id: randomUUID(),
        payment_id: payment.id,
        status: 'succeeded',
        amount: { value, currency: 'RUB' },
        created_at: '2026-11-22T07:00:00.000Z',
      })
    },
    refundFault: (fault: YookassaRefundFault) => {
      refundFault = fault
    },
    refunds: () => [...refunds.values()],
    declines: (whether: boolean) => {
      declines = whether
    },
    /** While set, accepts requests without responding. */
    hangs: (whether: boolean) => {
      hangs = whether
    },
  }
}
