import * as v from 'valibot'
import { currencies } from '#config'
import { idSchema, pageOf, pageQueryEntries, timestampSchema, tokenAmountSchema } from './common.ts'
import { planPeriodSchema } from './subscriptions.ts'
import { moneySchema } from './tokens.ts'

export const paymentProviders = ['test', 'stripe', 'yookassa'] as const
export type PaymentProviderId = (typeof paymentProviders)[number]

export const orderKinds = ['pack', 'plan'] as const
/** `renewal`: charged by itself at the end of a paid period. `change`: a larger plan in place of a smaller one. */
export const orderCauses = ['purchase', 'renewal', 'change'] as const
export const orderStatuses = ['pending', 'paid', 'failed', 'canceled'] as const
/** Why an order was not paid. `mismatch`: other money came than was asked for. */
export const orderFailures = ['declined', 'expired', 'mismatch', 'unavailable'] as const
export type OrderFailure = (typeof orderFailures)[number]

/** What the person at the test checkout can have happen. */
export const testOutcomes = ['paid', 'declined', 'pending', 'late', 'paid_once', 'canceled'] as const
export type TestOutcome = (typeof testOutcomes)[number]

const itemSchema = v.pipe(v.string('required'), v.maxLength(100, 'too_long'))
const currencySchema = v.picklist(currencies, 'currency_not_taken')

/** What it costs is not said here: that is the catalogue's to know. */
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
  /** What a pack gives, or a plan every month. */
  tokens: tokenAmountSchema,
  price: moneySchema,
  /** What was taken off for months of the plan before that were paid and had not begun. */
  credit: moneySchema,
  provider: v.picklist(paymentProviders),
  status: v.picklist(orderStatuses),
  failure: v.nullable(v.picklist(orderFailures)),
  /** Where it is paid, as long as it can be. */
  checkout_url: v.nullable(v.string()),
  /** Money that went back. */
  refunded: moneySchema,
  /** The payer's bank is asking the money back. */
  disputed: v.boolean(),
  created_at: timestampSchema,
  finished_at: v.nullable(timestampSchema),
})
export type Order = v.InferOutput<typeof orderSchema>
export const orderPageSchema = pageOf(orderSchema)
export const ordersQuerySchema = v.object({ ...pageQueryEntries, kind: v.optional(v.picklist(orderKinds, 'not_an_option')) })
export type OrdersQuery = v.InferOutput<typeof ordersQuerySchema>

export const testOutcomeSchema = v.object({ outcome: v.picklist(testOutcomes, 'not_an_option') })
