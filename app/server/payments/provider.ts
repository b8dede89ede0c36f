import type { PaymentProviderId } from '#app/contract/money/orders.ts'
import type { MethodLabel } from '#app/contract/money/subscriptions.ts'
import type { Money } from '#app/contract/money/tokens.ts'
import type { Currency, Locale } from '#config'

/** A payment provider. Its notifications are never trusted; they lead to a query. */
export type PaymentProvider = {
  id: PaymentProviderId
  /** The currencies that it takes, if the shop sells in them. */
  currencies: readonly Currency[] | 'all'
  /** Opens a checkout. A second call for the same order opens the same one. */
  start(request: CheckoutRequest): Promise<Checkout>
  /** Charges a saved method without the person. A second call for the same order charges nothing more. */
  charge(request: ChargeRequest): Promise<{ checkoutId: string }>
  /** The current state of a checkout or a charge; null when unknown. */
  ask(checkoutId: string): Promise<PaymentFacts | null>
  /** Parses a notification; null when it is irrelevant. Sends no requests. Throws `ForgedNotification`. */
  readWebhook(request: Notification): Promise<WebhookSubject | null>
  /** Closes a checkout if possible; if it is paid anyway, the payment counts. */
  cancel(checkoutId: string): Promise<void>
  /** Refunds a payment in full or in part. A second call with the same id refunds nothing more. */
  refund(request: RefundRequest): Promise<RefundFacts>
  /** Finds a refund by our id; null when the provider knows none. */
  findRefund(request: RefundRequest): Promise<RefundFacts | null>
  /** The provider's page for payment methods and invoices. Without one, people remove their method here. */
  openPortal?(request: { method: string; returnUrl: string; locale: Locale }): Promise<string>
}

export type CheckoutRequest = {
  orderId: string
  userId: string
  email: string
  locale: Locale
  /** The text on the bill. */
  description: string
  price: Money
  /** Whether to save the method for later charges. */
  saveMethod: boolean
  /** The method saved by an earlier checkout of the person. */
  method: string | null
  /** Return URLs after payment and after cancellation. */
  returnUrl: string
  cancelUrl: string
}

export type Checkout = { checkoutId: string; url: string }

export type ChargeRequest = Pick<CheckoutRequest, 'orderId' | 'userId' | 'email' | 'locale' | 'description' | 'price'> & { method: string }

export type RefundRequest = {
  /** Our id of the refund. */
  id: string
  checkoutId: string
  /** The provider's own id of the payment. */
  paymentId: string
  amount: Money
  /** The text on the bill, and the address that it was sent to. */
  description: string
  email: string
}

export type RefundFacts = { id: string; state: 'pending' | 'succeeded' | 'failed' }

export type PaymentFacts = {
  /** The order id in the provider's metadata; null if this app did not create the payment. */
  orderId: string | null
  userId: string | null
  state: 'pending' | 'paid' | 'failed' | 'canceled'
  /** The provider's id of the payment; null if there is none so far. */
  paymentId: string | null
  amount: number
  /** ISO code in capitals. */
  currency: string
  /** Refunded minor units. */
  refunded: number
  dispute: 'open' | 'won' | 'lost' | null
  /** The saved method for later charges. */
  method: string | null
  /** The name by which the person knows the saved method. */
  methodLabel?: MethodLabel | null
}

export type Notification = {
  headers: Headers
  body: string
  /** The sender's network address, as far as it can be trusted. */ address: string
}
/** `orderId` is what the notification claims; it finds a charge whose answer was lost. */
export type WebhookSubject = { checkoutId: string; orderId?: string | undefined } | { paymentId: string }

/** A notification with an invalid signature or sender. */
export class ForgedNotification extends Error {}

/** A failed request to the provider. `declined`: the payment was rejected. Other failures may be temporary. */
export class PaymentError extends Error {
  readonly reason: 'declined' | 'unreachable' | 'refused'
  constructor(reason: PaymentError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'PaymentError'
    this.reason = reason
  }
}
