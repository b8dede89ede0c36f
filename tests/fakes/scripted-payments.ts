import { openPayments } from '#app/server/payments/payments.ts'
import { ForgedNotification, PaymentError, type PaymentFacts, type PaymentProvider } from '#app/server/payments/provider.ts'

/** The outcome of charging a saved method. */
type Charging = 'paid' | 'declined' | 'unreachable' | 'pending'

/** `lost`: it is carried out, and its answer is lost. `canceled`: it is accepted and cannot be carried out. */
export type RefundFault = 'unreachable' | 'refused' | 'lost' | 'canceled'

/**
 * A payment service in this process, scripted by a test. It has the name of a real one, so that nothing treats it as the test checkout. A
 * call that repeats an order's id has no second effect.
 */
export function scriptedPayments() {
  const facts = new Map<string, PaymentFacts>()
  const canceled: string[] = []
  const refunds = new Map<string, 'succeeded' | 'failed'>()
  const refundFaults: (RefundFault | null)[] = []
  let charging: Charging = 'paid'
  let reachable = true
  let held: (() => Promise<void>) | undefined

  const known = (checkoutId: string): PaymentFacts => {
    const found = facts.get(checkoutId)
    if (!found) throw new Error(`there is no checkout ${checkoutId}`)
    return found
  }
  const reach = () => {
    if (!reachable) throw new PaymentError('unreachable', 'nobody answers')
  }
  const begin = (checkoutId: string, { orderId, userId, price }: Parameters<PaymentProvider['start']>[0] | ChargeOf): void => {
    if (facts.has(checkoutId)) return
    const unpaid = { state: 'pending', paymentId: null, refunded: 0, dispute: null, method: 'card' } as const
    facts.set(checkoutId, { orderId, userId, ...price, ...unpaid })
  }
  type ChargeOf = Parameters<PaymentProvider['charge']>[0]

  const provider: PaymentProvider = {
    id: 'stripe',
    currencies: 'all',
    async start(request) {
      reach()
      const checkoutId = `checkout-${request.orderId}`
      begin(checkoutId, request)
      return { checkoutId, url: `https://pay.example/${checkoutId}` }
    },
    async charge(request) {
      reach()
      if (charging === 'unreachable') throw new PaymentError('unreachable', 'nobody answers')
      if (charging === 'declined') throw new PaymentError('declined', 'no money')
      const checkoutId = `charge-${request.orderId}`
      begin(checkoutId, request)
      if (charging === 'paid') set(checkoutId, { state: 'paid', paymentId: `payment-${checkoutId}` })
      return { checkoutId }
    },
    async ask(checkoutId) {
      reach()
      const answer = facts.get(checkoutId) ?? null
      await held?.()
      return answer
    },
    async refund(request) {
      const fault = refundFaults.shift()
      if (fault === 'unreachable') throw new PaymentError('unreachable', 'nobody answers')
      if (fault === 'refused') throw new PaymentError('refused', 'no')
      reach()
      const made = refunds.get(request.id)
      if (!made) {
        const { amount, refunded } = known(request.checkoutId)
        if (refunded + request.amount.amount > amount) throw new PaymentError('refused', 'the charge has already been refunded')
        refunds.set(request.id, fault === 'canceled' ? 'failed' : 'succeeded')
        if (fault !== 'canceled') set(request.checkoutId, { refunded: refunded + request.amount.amount })
      }
      if (fault === 'lost') throw new PaymentError('unreachable', 'the answer is lost')
      return { id: `re-${request.id}`, state: refunds.get(request.id) ?? 'pending' }
    },
    async findRefund({ id }) {
      reach()
      const state = refunds.get(id)
      return state ? { id: `re-${id}`, state } : null
    },
    async readWebhook({ headers, body }) {
      if (headers.get('signature') !== 'genuine') throw new ForgedNotification('wrong signature')
      return { checkoutId: body }
    },
    async cancel(checkoutId) {
      canceled.push(checkoutId)
      if (known(checkoutId).state === 'pending') set(checkoutId, { state: 'canceled' })
    },
    openPortal: async ({ returnUrl }) => `https://pay.example/portal?back=${encodeURIComponent(returnUrl)}`,
  }

  function set(checkoutId: string, change: Partial<PaymentFacts>): void {
    facts.set(checkoutId, { ...known(checkoutId), ...change })
  }

  return {
    payments: openPayments([provider]),
    set,
    /** Completes the payment. */
    pay: (checkoutId: string) => set(checkoutId, { state: 'paid', paymentId: `payment-${checkoutId}` }),
    charges: (how: Charging) => {
      charging = how
    },
    reachable: (whether: boolean) => {
      reachable = whether
    },
    canceled,
    /** Faults of the next requests for refunds, in order. */
    refundFaults,
    /** The ids of the refunds that were carried out. */
    refunded: () => [...refunds].flatMap(([id, state]) => (state === 'succeeded' ? [id] : [])),
    /** Computes the next response at once and delivers it when it is released. */
    holdAnswer() {
      const asked = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      held = () => {
        held = undefined
        asked.resolve()
        return released.promise
      }
      return { asked: asked.promise, release: released.resolve }
    },
    /** Returns a notification as the service sends it. */
    notification: (checkoutId: string) => ({ headers: new Headers({ signature: 'genuine' }), body: checkoutId, address: '127.0.0.1' }),
  }
}
