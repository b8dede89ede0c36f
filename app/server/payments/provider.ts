import type { PaymentProviderId } from '#app/contract/orders.ts'
import type { Money } from '#app/contract/tokens.ts'
import type { Currency, Locale } from '#config'

/** A service that people pay through. It is only ever asked: nothing that it sends is believed before it has been asked about it. */
export type PaymentProvider = {
  id: PaymentProviderId
  currencies: readonly Currency[]
  /** Opens a place to pay at. A second call for the same order opens the same one. */
  start(request: CheckoutRequest): Promise<Checkout>
  /** Charges what a checkout has saved, with nobody there. A second call for the same order charges nothing more. */
  charge(request: ChargeRequest): Promise<{ checkoutId: string }>
  /** What has become of a checkout or a charge by now; null when there is none of this name. */
  ask(checkoutId: string): Promise<PaymentFacts | null>
  /** The subject of a notification, or null when it is nothing of ours. Asks nobody anything. Throws `ForgedNotification`. */
  readWebhook(request: Notification): Promise<WebhookSubject | null>
  /** Closes a checkout, as far as that can be done: one that is paid all the same still counts. */
  cancel(checkoutId: string): Promise<void>
  /** A page of the provider's where ways to pay and invoices are kept. */
  openPortal?(request: { method: string; returnUrl: string; locale: Locale }): Promise<string>
}

export type CheckoutRequest = {
  orderId: string
  userId: string
  email: string
  locale: Locale
  /** What it says on the bill. */
  description: string
  price: Money
  /** Whether later charges are to be possible. */
  saveMethod: boolean
  /** What an earlier checkout of the same person has saved. */
  method: string | null
  /** Where the person comes back to, having paid and not. */
  returnUrl: string
  cancelUrl: string
}

export type Checkout = { checkoutId: string; url: string }

export type ChargeRequest = Pick<CheckoutRequest, 'orderId' | 'userId' | 'email' | 'locale' | 'description' | 'price'> & { method: string }

export type PaymentFacts = {
  /** As we told the provider; null: it was not made by us. */
  orderId: string | null
  userId: string | null
  state: 'pending' | 'paid' | 'failed' | 'canceled'
  /** The provider's own name for the money that came; null until some has. */
  paymentId: string | null
  amount: number
  /** As the provider writes it, in capitals. */
  currency: string
  /** Minor units that went back. */
  refunded: number
  dispute: 'open' | 'won' | 'lost' | null
  /** What later charges are made with. */
  method: string | null
}

export type Notification = { headers: Headers; body: string; /** The sender's, as far as it can be trusted. */ address: string }
export type WebhookSubject = { checkoutId: string } | { paymentId: string }

/** A notification that is not from where it says. */
export class ForgedNotification extends Error {}

/** The provider did not do what it was asked to. `declined`: it said no to this payment; anything else may pass. */
export class PaymentError extends Error {
  readonly reason: 'declined' | 'unreachable' | 'refused'
  constructor(reason: PaymentError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'PaymentError'
    this.reason = reason
  }
}
