import { Stripe } from 'stripe'
import { fetchWithin } from '../../egress/fetch-within.ts'
import {
  type ChargeRequest,
  type CheckoutRequest,
  ForgedNotification,
  PaymentError,
  type PaymentFacts,
  type PaymentProvider,
  type RefundFacts,
  type WebhookSubject,
} from '../provider.ts'

export type StripeOptions = { secretKey: string; webhookSecret: string; baseUrl?: string | undefined }

const timeoutMs = 10_000
export const stripeHome = 'https://api.stripe.com'

/**
 * Stripe: Checkout sessions for purchases, Billing invoices for later charges, the customer portal for cards and invoices. The saved method
 * is the Stripe customer, who chooses the card in the portal.
 */
// oxlint-disable-next-line max-lines-per-function -- Its functions share one state, which nothing else may touch.
export function openStripe({ secretKey, webhookSecret, baseUrl }: StripeOptions): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...addressOf(baseUrl),
    httpClient: Stripe.createFetchHttpClient(fetchWithin([baseUrl ?? stripeHome])),
  })

  /** The amount of a payment, with refunds and disputes. */
  async function moneyOf(intent: Stripe.PaymentIntent | null): Promise<Pick<PaymentFacts, 'paymentId' | 'refunded' | 'dispute'>> {
    const charge = intent?.latest_charge
    if (!intent || !charge || typeof charge === 'string') return { paymentId: intent?.id ?? null, refunded: 0, dispute: null }
    const dispute = charge.disputed ? await findDispute(intent.id) : null
    return { paymentId: intent.id, refunded: charge.amount_refunded, dispute }
  }

  async function findDispute(paymentIntent: string): Promise<PaymentFacts['dispute']> {
    const { data } = await stripe.disputes.list({ payment_intent: paymentIntent, limit: 10 })
    const states = data.map(({ status }) => disputeStateOf(status))
    return states.find((state) => state === 'lost') ?? states.find((state) => state === 'open') ?? states.find((state) => state) ?? null
  }

  async function askSession(id: string): Promise<PaymentFacts> {
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
    const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
    return {
      ...namesIn(session.metadata),
      ...(await moneyOf(intent)),
      state: stateOfSession(session, intent),
      amount: session.amount_total ?? 0,
      currency: session.currency?.toUpperCase() ?? '',
      method: idOf(session.customer),
    }
  }

  async function askInvoice(id: string): Promise<PaymentFacts> {
    const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] })
    const paid = invoice.payments?.data.find(({ status }) => status === 'paid') ?? invoice.payments?.data[0]
    const intentId = idOf(paid?.payment.payment_intent ?? null)
    const intent = intentId ? await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }) : null
    return {
      ...namesIn(invoice.metadata),
      ...(await moneyOf(intent)),
      state: stateOfInvoice(invoice.status),
      amount: invoice.total,
      currency: invoice.currency.toUpperCase(),
      method: idOf(invoice.customer),
    }
  }

  /** Returns the card chosen in the portal, otherwise the one saved last. */
  async function cardOf(customerId: string): Promise<string> {
    const customer = await stripe.customers.retrieve(customerId)
    if (customer.deleted) throw new PaymentError('declined', 'the customer has been deleted')
    const chosen = idOf(customer.invoice_settings.default_payment_method)
    if (chosen) return chosen
    const [last] = (await stripe.customers.listPaymentMethods(customerId, { limit: 1 })).data
    if (!last) throw new PaymentError('declined', 'the customer has no way to pay')
    return last.id
  }

  async function collect(invoiceId: string, orderId: string, card: string): Promise<void> {
    try {
      await stripe.invoices.pay(invoiceId, { off_session: true, payment_method: card }, { idempotencyKey: `pay-${orderId}` })
    } catch (error) {
      if (!isDeclined(error)) throw error
      // The invoice is voided, so that it cannot be paid along with the next attempt.
      await stripe.invoices.voidInvoice(invoiceId)
      throw error
    }
  }

  return {
    id: 'stripe',
    currencies: 'all',
    async start(request) {
      const session = await trying(stripe.checkout.sessions.create(sessionOf(request), { idempotencyKey: `checkout-${request.orderId}` }))
      if (!session.url) throw new PaymentError('refused', 'the checkout has no address')
      return { checkoutId: session.id, url: session.url }
    },
    async charge({ orderId, userId, description, price, method: customer }: ChargeRequest) {
      const currency = price.currency.toLowerCase()
      const metadata = { order_id: orderId, user_id: userId }
      return trying(
        (async () => {
          const card = await cardOf(customer)
          const invoice = await stripe.invoices.create(
            {
              customer,
              currency,
              metadata,
              collection_method: 'charge_automatically',
              auto_advance: false,
              pending_invoice_items_behavior: 'exclude',
            },
            { idempotencyKey: `invoice-${orderId}` },
          )
          await stripe.invoiceItems.create(
            { customer, invoice: invoice.id, amount: price.amount, currency, description },
            { idempotencyKey: `item-${orderId}` },
          )
          await stripe.invoices.finalizeInvoice(invoice.id, { auto_advance: false }, { idempotencyKey: `finalize-${orderId}` })
          await collect(invoice.id, orderId, card)
          return { checkoutId: invoice.id }
        })(),
      )
    },
    async ask(id) {
      return trying(id.startsWith('in_') ? askInvoice(id) : askSession(id)).catch((error: unknown) => {
        if (error instanceof PaymentError && isMissing(error.cause)) return null
        throw error
      })
    },
    async readWebhook({ headers, body }) {
      try {
        // No time tolerance: old notifications only cause queries, and a wrong clock must not reject new ones.
        return subjectOf(stripe.webhooks.constructEvent(body, headers.get('stripe-signature') ?? '', webhookSecret, 0))
      } catch (error) {
        throw new ForgedNotification('the signature is not Stripe’s', { cause: error })
      }
    },
    async cancel(id) {
      if (id.startsWith('cs_')) await trying(stripe.checkout.sessions.expire(id))
    },
    async refund({ id, paymentId, amount }) {
      const made = stripe.refunds.create(
        { payment_intent: paymentId, amount: amount.amount, metadata: { refund_id: id } },
        { idempotencyKey: `refund-${id}` },
      )
      return refundOf(await trying(made))
    },
    async findRefund({ id, paymentId }) {
      const { data } = await trying(stripe.refunds.list({ payment_intent: paymentId, limit: 100 }))
      const found = data.find(({ metadata }) => metadata?.refund_id === id)
      return found ? refundOf(found) : null
    },
    async openPortal({ method, returnUrl, locale }) {
      return (await trying(stripe.billingPortal.sessions.create({ customer: method, return_url: returnUrl, locale }))).url
    },
  }
}

function addressOf(baseUrl: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (!baseUrl) return {}
  const { hostname, port, protocol } = new URL(baseUrl)
  return { host: hostname, ...(port && { port }), protocol: protocol === 'http:' ? 'http' : 'https' }
}

function sessionOf(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { orderId, userId, email, locale, description, price, saveMethod, method, returnUrl, cancelUrl } = request
  const metadata = { order_id: orderId, user_id: userId }
  return {
    mode: 'payment',
    client_reference_id: orderId,
    metadata,
    locale,
    line_items: [
      {
        quantity: 1,
        price_data: { currency: price.currency.toLowerCase(), unit_amount: price.amount, product_data: { name: description } },
      },
    ],
    success_url: returnUrl,
    cancel_url: cancelUrl,
    payment_intent_data: { metadata, ...(saveMethod && { setup_future_usage: 'off_session' as const }) },
    ...(method ? { customer: method } : { customer_email: email, ...(saveMethod && { customer_creation: 'always' as const }) }),
    ...(saveMethod && { invoice_creation: { enabled: true } }),
  }
}

function subjectOf(event: Stripe.Event): WebhookSubject | null {
  // The event is from a connected account.
  if (event.account) return null
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { checkoutId: event.data.object.id }
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.voided':
      return event.data.object.metadata?.order_id ? { checkoutId: event.data.object.id } : null
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const paymentId = idOf(event.data.object.payment_intent)
      return paymentId ? { paymentId } : null
    }
    default:
      return null
  }
}

function stateOfSession(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): PaymentFacts['state'] {
  if (session.payment_status === 'paid') return 'paid'
  if (session.status === 'expired') return 'canceled'
  // A delayed payment method has failed after days.
  if (session.status === 'complete' && intent && ['requires_payment_method', 'canceled'].includes(intent.status)) return 'failed'
  return 'pending'
}

function stateOfInvoice(status: Stripe.Invoice['status']): PaymentFacts['state'] {
  if (status === 'paid') return 'paid'
  return status === 'void' || status === 'uncollectible' ? 'failed' : 'pending'
}

/** Maps the state of a dispute. A warning is only an inquiry by the bank, without a transfer of money. */
function disputeStateOf(status: Stripe.Dispute['status']): PaymentFacts['dispute'] {
  switch (status) {
    case 'lost':
      return 'lost'
    case 'won':
      return 'won'
    case 'warning_closed':
    case 'warning_needs_response':
    case 'warning_under_review':
    case 'prevented':
      return null
    default:
      return 'open'
  }
}

/** A refund that waits for the buyer is as open as one that the bank has not confirmed. */
function refundOf({ id, status }: Stripe.Refund): RefundFacts {
  return { id, state: status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending' }
}

function namesIn(metadata: Stripe.Metadata | null): Pick<PaymentFacts, 'orderId' | 'userId'> {
  return { orderId: metadata?.order_id ?? null, userId: metadata?.user_id ?? null }
}

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

const isDeclined = (error: unknown) => error instanceof Stripe.errors.StripeCardError
const isMissing = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** Maps Stripe's errors; the original error becomes the cause, for the log. */
async function trying<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof PaymentError) throw error
    if (isDeclined(error)) throw new PaymentError('declined', 'the card was declined', error)
    const passes =
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError ||
      // Another request with the same key is in progress.
      (error instanceof Stripe.errors.StripeError && error.statusCode === 409)
    throw new PaymentError(passes ? 'unreachable' : 'refused', passes ? 'Stripe does not answer' : 'Stripe refused the request', error)
  }
}
