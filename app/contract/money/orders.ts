import * as v from 'valibot'
import { currencySchema, idSchema, pageOf, pageQueryEntries, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { planPeriodSchema } from './subscriptions.ts'
import { moneySchema } from './tokens.ts'

export const paymentProviders = ['test', 'stripe', 'yookassa'] as const
export type PaymentProviderId = (typeof paymentProviders)[number]

export const orderKinds = ['pack', 'plan'] as const
/** `renewal`: charged automatically at the end of a paid period. `change`: a larger plan in place of a smaller one. */
export const orderCauses = ['purchase', 'renewal', 'change'] as const
export const orderStatuses = ['pending', 'paid', 'failed', 'canceled'] as const
/** Reasons why an order was not paid. `mismatch`: the amount paid was not the amount due. */
export const orderFailures = ['declined', 'expired', 'mismatch', 'unavailable'] as const
export type OrderFailure = (typeof orderFailures)[number]

/** Outcomes to choose from at the test checkout. */
export const testOutcomes = ['paid', 'declined', 'pending', 'late', 'paid_once', 'canceled'] as const
export type TestOutcome = (typeof testOutcomes)[number]

const itemSchema = v.pipe(v.string('required'), v.maxLength(100, 'too_long'))

/** The catalog determines the price, not the request. */
export const createOrderSchema = v.variant('kind', [
  v.object({ kind: v.literal('pack'), item: itemSchema, currency: currencySchema }),
  v.object({ kind: v.literal('plan'), item: itemSchema, period: planPeriodSchema, currency: currencySchema }),
])
export type CreateOrder = v.InferOutput<typeof createOrderSchema>

export const orderSchema = v.object({
  id: idSchema,
  kind: v.picklist(orderKinds),
  cause: v.picklist(orderCauses),
  item: v.string(),
  period: v.nullable(planPeriodSchema),
  /** Tokens of a pack, or of a plan per month. */
  tokens: tokenAmountSchema,
  price: moneySchema,
  /** Credit for paid months of the previous plan that had not started. */
  credit: moneySchema,
  provider: v.picklist(paymentProviders),
  status: v.picklist(orderStatuses),
  failure: v.nullable(v.picklist(orderFailures)),
  /** URL of the checkout page; null unless the order can be paid. */
  checkout_url: v.nullable(v.string()),
  /** The number of the receipt; null unless it is paid. */
  receipt: v.optional(v.nullable(v.string()), null),
  /** The seller as of the payment, by language; null for today's. */
  seller: v.optional(
    v.nullable(v.object({ operator: v.record(v.string(), v.string()), address: v.record(v.string(), v.string()), email: v.string() })),
    null,
  ),
  /** Credit notes, one for each refund, oldest first. */
  credit_notes: v.optional(v.array(v.object({ number: v.string(), amount: moneySchema, created_at: timestampSchema })), []),
  /** The refunded amount. */
  refunded: moneySchema,
  /** Whether the payer's bank has opened a dispute. */
  disputed: v.boolean(),
  created_at: timestampSchema,
  finished_at: v.nullable(timestampSchema),
})
export type Order = v.InferOutput<typeof orderSchema>
export const orderPageSchema = pageOf(orderSchema)
export const ordersQuerySchema = v.object({ ...pageQueryEntries, kind: v.optional(v.picklist(orderKinds, 'not_an_option')) })
export type OrdersQuery = v.InferOutput<typeof ordersQuerySchema>

export const testOutcomeSchema = v.object({ outcome: v.picklist(testOutcomes, 'not_an_option') })
