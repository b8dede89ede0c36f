import * as v from 'valibot'
import type { Money } from '#app/contract/money/tokens.ts'
import {
  type ChargeRequest,
  type CheckoutRequest,
  ForgedNotification,
  PaymentError,
  type PaymentFacts,
  type PaymentProvider,
  type RefundFacts,
} from '../provider.ts'
import {
  askYookassa,
  type YookassaOptions,
  type YookassaPayment,
  yookassaPaymentSchema,
  type YookassaRefund,
  yookassaRefundSchema,
  yookassaRefundsSchema,
} from './ask-yookassa.ts'
import { isAmong } from './senders.ts'

export type OpenYookassaOptions = Omit<YookassaOptions, 'baseUrl' | 'timeoutMs'> & {
  baseUrl?: string | undefined
  timeoutMs?: number
  /** Accepted senders of notifications; null accepts any. */
  senders: readonly string[] | null
  vatCode: number
  taxSystem: number | undefined
}

const api = 'https://api.yookassa.ru/v3'
/** Maximum length of a description. */
const maxDescription = 128

const paymentId = v.regex(/^[\w-]{1,64}$/)

const notificationSchema = v.object({
  type: v.literal('notification'),
  event: v.string(),
  object: v.object({
    id: v.pipe(v.string(), paymentId),
    payment_id: v.optional(v.pipe(v.string(), paymentId)),
    metadata: v.optional(v.record(v.string(), v.string())),
  }),
})

/**
 * YooKassa: payments on its page, saved methods for later charges, and receipts under 54-FZ. Its notifications are not signed, so they only
 * cause a query.
 */
export function openYookassa({
  vatCode,
  taxSystem,
  baseUrl = api,
  timeoutMs = 10_000,
  senders,
  ...account
}: OpenYookassaOptions): PaymentProvider {
  const options = { ...account, baseUrl, timeoutMs }
  const ask = (question: { path: string; body?: object; idempotenceKey?: string }) =>
    askYookassa(options, { ...question, schema: yookassaPaymentSchema })

  /** The receipt under 54-FZ: of a payment, or of the part that is refunded. */
  const receiptOf = ({ email, description, price }: { email: string; description: string; price: Money }) => ({
    customer: { email },
    items: [
      {
        description: description.slice(0, maxDescription),
        quantity: '1.00',
        amount: toAmount(price),
        vat_code: vatCode,
        payment_subject: 'service',
        payment_mode: 'full_payment',
      },
    ],
    ...(taxSystem !== undefined && { tax_system_code: taxSystem }),
  })

  const paymentOf = ({ orderId, userId, email, description, price }: CheckoutRequest | ChargeRequest) => {
    const line = description.slice(0, maxDescription)
    const amount = toAmount(price)
    return {
      amount,
      capture: true,
      description: line,
      metadata: { order_id: orderId, user_id: userId },
      receipt: receiptOf({ email, description, price }),
    }
  }

  return {
    id: 'yookassa',
    currencies: ['RUB'],
    async start(request) {
      const body = {
        ...paymentOf(request),
        confirmation: { type: 'redirect', return_url: request.returnUrl, locale: request.locale === 'ru' ? 'ru_RU' : 'en_US' },
        ...(request.saveMethod && { save_payment_method: true }),
      }
      const payment = await ask({ path: '/payments', body, idempotenceKey: request.orderId })
      const url = payment?.confirmation?.confirmation_url
      if (!payment || !url) throw new PaymentError('refused', 'the payment has no page')
      return { checkoutId: payment.id, url }
    },
    async charge(request) {
      const body = { ...paymentOf(request), payment_method_id: request.method }
      const payment = await ask({ path: '/payments', body, idempotenceKey: request.orderId })
      if (!payment) throw new PaymentError('refused', 'YooKassa takes no payments')
      return { checkoutId: payment.id }
    },
    async ask(id) {
      const payment = await ask({ path: `/payments/${encodeURIComponent(id)}` })
      return payment && factsOf(payment)
    },
    async refund({ id, paymentId: payment, amount, email, description }) {
      const refund = await askYookassa(options, {
        path: '/refunds',
        body: {
          payment_id: payment,
          amount: toAmount(amount),
          description: markOf(id),
          receipt: receiptOf({ email, description, price: amount }),
        },
        idempotenceKey: id,
        schema: yookassaRefundSchema,
      })
      if (!refund) throw new PaymentError('refused', 'YooKassa knows no such payment')
      return refundOf(refund)
    },
    async findRefund({ id, paymentId: payment }) {
      const path = `/refunds?limit=100&payment_id=${encodeURIComponent(payment)}`
      const found = await askYookassa(options, { path, schema: yookassaRefundsSchema })
      const refund = found?.items.find(({ description }) => description === markOf(id))
      return refund ? refundOf(refund) : null
    },
    async readWebhook({ body, address }) {
      if (senders && !isAmong(address, senders)) throw new ForgedNotification(`${address} is not an address of YooKassa`)
      const read = v.safeParse(notificationSchema, parseJson(body))
      if (!read.success) throw new ForgedNotification('it is not a notification of YooKassa')
      const { event, object } = read.output
      if (event.startsWith('payment.')) return { checkoutId: object.id, orderId: object.metadata?.['order_id'] }
      return event === 'refund.succeeded' && object.payment_id ? { checkoutId: object.payment_id } : null
    },
    // An unconfirmed payment cannot be canceled and expires by itself.
    cancel: async () => {},
  }
}

/** The description of a refund, by which it is found again. */
const markOf = (id: string) => `Refund ${id}`

function refundOf({ id, status }: YookassaRefund): RefundFacts {
  return { id, state: status === 'canceled' ? 'failed' : status }
}

function factsOf({ id, status, amount, refunded_amount, metadata, payment_method, cancellation_details }: YookassaPayment): PaymentFacts {
  return {
    orderId: metadata?.order_id ?? null,
    userId: metadata?.user_id ?? null,
    state: stateOf(status, cancellation_details?.reason),
    paymentId: status === 'succeeded' ? id : null,
    amount: toMinor(amount.value),
    currency: amount.currency,
    refunded: refunded_amount ? toMinor(refunded_amount.value) : 0,
    dispute: null,
    method: payment_method?.saved ? payment_method.id : null,
    methodLabel: payment_method?.type ? { type: payment_method.type, last4: payment_method.card?.last4 ?? null } : null,
  }
}

function stateOf(status: YookassaPayment['status'], reason: string | undefined): PaymentFacts['state'] {
  if (status === 'succeeded') return 'paid'
  if (status !== 'canceled') return 'pending'
  return reason === 'expired_on_confirmation' || reason === 'canceled_by_merchant' ? 'canceled' : 'failed'
}

/** Formats an amount. YooKassa's amounts are decimal strings, converted here without floating-point fractions. */
const toAmount = ({ amount, currency }: Money) => ({
  value: `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
  currency,
})
const toMinor = (value: string): number => Number(value.replace('.', ''))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
