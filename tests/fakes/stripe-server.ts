import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { type MediaAnswer, type MediaCall, startMediaServer } from './providers/media-server.ts'

export const stripeKeys = { secretKey: 'sk_test_a-key-for-tests', webhookSecret: 'whsec_a-secret-for-tests' }

type Money = { amount: number; currency: string }
type Intent = Money & { id: string; status: string; metadata: Record<string, string>; refunded: number; dispute: string | null }
/** Faults of the next refund. `lost`: it is made, and no answer comes. `busy`: the key is in use. `limited`: too many requests. */
export type RefundFault = 'lost' | 'busy' | 'limited'
type Refund = Money & { id: string; intent: string; status: string; metadata: Record<string, string> }
type Session = Money & {
  id: string
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  customer: string | null
  intent: string | null
  metadata: Record<string, string>
  form: URLSearchParams
}
type Invoice = Money & { id: string; status: string; customer: string; intent: string | null; metadata: Record<string, string> }

const now = () => Math.floor(Date.now() / 1000)
const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`
/** Returns `metadata[order_id]` of a form, as Stripe's clients send it. */
const mapIn = (form: URLSearchParams, name: string) =>
  Object.fromEntries([...form].flatMap(([key, value]) => (key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value]] : [])))

/** The parts of Stripe's API that we use, in its own formats, with idempotency keys. */
export async function startStripeServer() {
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const invoices = new Map<string, Invoice>()
  const answered = new Map<string, MediaAnswer>()
  const refunds = new Map<string, Refund>()
  let refundFault: RefundFault | null = null
  let declines = false
  let down = false

  const chargeOf = (intent: Intent) => ({
    id: intent.id.replace('pi_', 'ch_'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: intent.refunded,
    captured: true,
    currency: intent.currency,
    disputed: intent.dispute !== null,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    refunded: intent.refunded === intent.amount,
    status: 'succeeded',
  })
  const intentOf = (intent: Intent, expanded: boolean) => ({
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    currency: intent.currency,
    latest_charge: expanded ? chargeOf(intent) : intent.id.replace('pi_', 'ch_'),
    livemode: false,
    metadata: intent.metadata,
    status: intent.status,
  })
  const sessionOf = (session: Session, expanded = false) => {
    const intent = intents.get(session.intent ?? '')
    return {
      id: session.id,
      object: 'checkout.session',
      amount_subtotal: session.amount,
      amount_total: session.amount,
      client_reference_id: session.metadata.order_id,
      currency: session.currency,
      customer: session.customer,
      livemode: false,
      metadata: session.metadata,
      mode: 'payment',
      payment_intent: intent ? (expanded ? intentOf(intent, true) : intent.id) : null,
      payment_status: session.paid ? 'paid' : 'unpaid',
      status: session.status,
      url: session.status === 'open' ? `https://checkout.stripe.com/c/pay/${session.id}` : null,
    }
  }
  const invoiceOf = (invoice: Invoice, expanded = false) => ({
    id: invoice.id,
    object: 'invoice',
    amount_due: invoice.amount,
    amount_paid: invoice.status === 'paid' ? invoice.amount : 0,
    collection_method: 'charge_automatically',
    currency: invoice.currency,
    customer: invoice.customer,
    livemode: false,
    metadata: invoice.metadata,
    status: invoice.status,
    total: invoice.amount,
    ...(expanded && {
      payments: {
        object: 'list',
        data: invoice.intent
          ? [
              {
                id: `inpay_${invoice.id}`,
                object: 'invoice_payment',
                amount_paid: invoice.amount,
                amount_requested: invoice.amount,
                is_default: true,
                payment: { type: 'payment_intent', payment_intent: invoice.intent },
                status: invoice.status === 'paid' ? 'paid' : 'open',
              },
            ]
          : [],
        has_more: false,
        url: '/v1/invoice_payments',
      },
    }),
  })
  const succeed = (money: Money, metadata: Record<string, string>) => {
    const id = newId('pi')
    intents.set(id, { amount: money.amount, currency: money.currency, id, metadata, status: 'succeeded', refunded: 0, dispute: null })
    return id
  }
  const refundOf = (refund: Refund) => ({
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: refund.intent.replace('pi_', 'ch_'),
    created: now(),
    currency: refund.currency,
    metadata: refund.metadata,
    payment_intent: refund.intent,
    reason: null,
    status: refund.status,
  })
  const invalid = (code: string, message: string): MediaAnswer => ({
    status: 400,
    json: { error: { type: 'invalid_request_error', code, message } },
  })
  function refundWith(form: URLSearchParams): MediaAnswer {
    const intent = intents.get(form.get('payment_intent') ?? '')
    if (!intent) return missing
    const amount = Number(form.get('amount'))
    if (intent.refunded === intent.amount) return invalid('charge_already_refunded', 'Charge has already been refunded.')
    if (intent.refunded + amount > intent.amount)
      return invalid('amount_too_large', 'Refund amount is greater than unrefunded amount on charge')
    const refund = {
      id: newId('re'),
      amount,
      currency: intent.currency,
      intent: intent.id,
      status: 'succeeded',
      metadata: mapIn(form, 'metadata'),
    }
    refunds.set(refund.id, refund)
    intent.refunded += amount
    return { json: refundOf(refund) }
  }
  const missing: MediaAnswer = {
    status: 404,
    json: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' } },
  }
  const list = (data: unknown[], url: string): MediaAnswer => ({ json: { object: 'list', data, has_more: false, url } })

  function handle(call: MediaCall): MediaAnswer {
    if (down) return { status: 500, json: { error: { type: 'api_error', message: 'down' } }, headers: { 'stripe-should-retry': 'false' } }
    if (call.headers.authorization !== `Bearer ${stripeKeys.secretKey}`)
      return { status: 401, json: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } }
    const url = new URL(call.path, call.origin)
    const [, , resource = '', id = '', action = '', deeper = ''] = url.pathname.split('/')
    const form = new URLSearchParams(call.body)
    const name = call.method === 'POST' ? `${resource}/${id}/${action}`.replace(/\/+$/, '') : ''
    if (name === 'checkout/sessions') {
      const session: Session = {
        id: newId('cs_test'),
        status: 'open',
        paid: false,
        customer: form.get('customer') ?? (form.get('customer_creation') ? newId('cus') : null),
        intent: null,
        amount: Number(form.get('line_items[0][price_data][unit_amount]')),
        currency: form.get('line_items[0][price_data][currency]') ?? '',
        metadata: mapIn(form, 'metadata'),
        form,
      }
      sessions.set(session.id, session)
      return { json: sessionOf(session) }
    }
    if (resource === 'checkout' && action) {
      const session = sessions.get(action)
      if (!session) return missing
      if (deeper === 'expire') session.status = 'expired'
      return { json: sessionOf(session, url.searchParams.has('expand[0]')) }
    }
    if (name === 'invoices') {
      const invoice: Invoice = {
        id: newId('in'),
        status: 'draft',
        customer: form.get('customer') ?? '',
        intent: null,
        amount: 0,
        currency: form.get('currency') ?? '',
        metadata: mapIn(form, 'metadata'),
      }
      invoices.set(invoice.id, invoice)
      return { json: invoiceOf(invoice) }
    }
    if (name === 'invoiceitems') {
      const invoice = invoices.get(form.get('invoice') ?? '')
      if (!invoice || invoice.currency !== form.get('currency')) return missing
      invoice.amount += Number(form.get('amount'))
      return { json: { id: newId('ii'), object: 'invoiceitem', amount: Number(form.get('amount')), invoice: invoice.id } }
    }
    if (resource === 'invoices') {
      const invoice = invoices.get(id)
      if (!invoice) return missing
      if (action === 'finalize') invoice.status = 'open'
      if (action === 'void') invoice.status = 'void'
      if (action === 'pay') {
        if (declines)
          return {
            status: 402,
            json: {
              error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'Your card was declined.' },
            },
          }
        invoice.status = 'paid'
        invoice.intent = succeed(invoice, {})
      }
      return { json: invoiceOf(invoice, url.searchParams.has('expand[0]')) }
    }
    if (resource === 'payment_intents') {
      const intent = intents.get(id)
      return intent ? { json: intentOf(intent, true) } : missing
    }
    if (resource === 'customers' && action === 'payment_methods')
      return list([{ id: 'pm_card_visa', object: 'payment_method', type: 'card' }], url.pathname)
    if (resource === 'customers')
      return { json: { id, object: 'customer', invoice_settings: { default_payment_method: null }, livemode: false, metadata: {} } }
    if (resource === 'disputes') {
      const intent = intents.get(url.searchParams.get('payment_intent') ?? '')
      const dispute = intent?.dispute && { id: `dp_${intent.id}`, object: 'dispute', payment_intent: intent.id, status: intent.dispute }
      return list(dispute ? [dispute] : [], '/v1/disputes')
    }
    if (name === 'refunds') return refundWith(form)
    if (resource === 'refunds')
      return list(
        [...refunds.values()].filter(({ intent }) => intent === url.searchParams.get('payment_intent')).map(refundOf),
        '/v1/refunds',
      )
    if (name === 'billing_portal/sessions')
      return {
        json: {
          id: newId('bps'),
          object: 'billing_portal.session',
          url: 'https://billing.stripe.com/p/session/test',
          return_url: form.get('return_url'),
        },
      }
    return missing
  }

  const server = await startMediaServer((call) => {
    const key = call.headers['idempotency-key']
    const fault = call.method === 'POST' && call.path === '/v1/refunds' ? refundFault : null
    refundFault = fault ? null : refundFault
    // Stripe's client must not repeat by itself: the test counts the requests.
    const noRetry = { 'stripe-should-retry': 'false' }
    if (fault === 'busy')
      return {
        status: 409,
        headers: noRetry,
        json: { error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'busy' } },
      }
    if (fault === 'limited')
      return { status: 429, headers: noRetry, json: { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'slow down' } } }
    if (typeof key !== 'string' || down) return handle(call)
    const answer = answered.get(key) ?? handle(call)
    answered.set(key, answer)
    return fault === 'lost' ? { status: 502, headers: noRetry, json: { error: { type: 'api_error', message: 'lost' } } } : answer
  })

  /** Returns a notification as Stripe sends it: the event, and the header that signs its bytes. */
  function sign(type: string, object: object, { secret = stripeKeys.webhookSecret, at = now() } = {}) {
    const body = JSON.stringify({
      id: newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: at,
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    })
    const signature = new Stripe('sk_test_unused').webhooks.generateTestHeaderString({ payload: body, secret, timestamp: at })
    return { body, headers: { 'stripe-signature': signature } }
  }
  const sessionFor = (orderId: string) => {
    const session = [...sessions.values()].find(({ metadata }) => metadata.order_id === orderId)
    if (!session) throw new Error(`there is no session for order ${orderId}`)
    return session
  }
  const intentFor = (orderId: string) => {
    const intent = intents.get(sessionFor(orderId).intent ?? '')
    if (!intent) throw new Error(`order ${orderId} is not paid`)
    return intent
  }
  return {
    ...server,
    sessionFor,
    /** Returns the payment of an invoice by order. */
    invoiceFor: (orderId: string) => [...invoices.values()].find(({ metadata }) => metadata.order_id === orderId),
    /** Pays at Stripe's page; returns the notification that Stripe then sends. */
    pay(orderId: string, options?: { secret?: string; at?: number }) {
      const session = sessionFor(orderId)
      session.status = 'complete'
      session.paid = true
      session.intent ??= succeed(session, session.metadata)
      return sign('checkout.session.completed', sessionOf(session), options)
    },
    refund(orderId: string, amount: number) {
      const intent = intentFor(orderId)
      intent.refunded = amount
      return sign('charge.refunded', chargeOf(intent))
    },
    dispute(orderId: string, status: string) {
      const intent = intentFor(orderId)
      intent.dispute = status
      return sign('charge.dispute.created', { id: `dp_${intent.id}`, object: 'dispute', payment_intent: intent.id, status })
    },
    sign,
    refundFault: (fault: RefundFault) => {
      refundFault = fault
    },
    refunds: () => [...refunds.values()],
    declines: (whether: boolean) => {
      declines = whether
    },
    down: (whether: boolean) => {
      down = whether
    },
  }
}
