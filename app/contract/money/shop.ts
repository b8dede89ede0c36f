import * as v from 'valibot'
import { givenDaySchema, idSchema, listOf, pageOf, pageQueryEntries, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { soldCurrencies } from './currencies.ts'
import { orderCauses, orderKinds, orderStatuses, paymentProviders } from './orders.ts'
import { planPeriodSchema } from './subscriptions.ts'
import { moneySchema } from './tokens.ts'
import { reasonSchema } from '../operator/operator.ts'
import { refundFailures, refundStatuses } from './refunds.ts'
import { freeText } from '../base/text.ts'
import { searchMaxLength } from '../base/values.ts'

/** An order of any person, with its payment. */
export const operatorOrderSchema = v.object({
  id: idSchema,
  person: v.object({ id: idSchema, email: v.string() }),
  kind: v.picklist(orderKinds),
  cause: v.picklist(orderCauses),
  item: v.string(),
  period: v.nullable(planPeriodSchema),
  price: moneySchema,
  provider: v.picklist(paymentProviders),
  status: v.picklist(orderStatuses),
  /** The service's own id of the payment; null for an order that is not paid. */
  payment_id: v.nullable(v.string()),
  /** Tokens granted for the payment so far, and those reversed. */
  tokens: tokenAmountSchema,
  taken: tokenAmountSchema,
  refunded: moneySchema,
  /** Whether the payer's bank disputes the payment or has won. */
  disputed: v.boolean(),
  created_at: timestampSchema,
  finished_at: v.nullable(timestampSchema),
})
export type OperatorOrder = v.InferOutput<typeof operatorOrderSchema>
export const operatorRefundSchema = v.object({
  id: idSchema,
  amount: moneySchema,
  status: v.picklist(refundStatuses),
  failure: v.nullable(v.picklist(refundFailures)),
  reason: v.string(),
  actor: v.nullable(v.string()),
  created_at: timestampSchema,
  finished_at: v.nullable(timestampSchema),
})
export type OperatorRefund = v.InferOutput<typeof operatorRefundSchema>

/** An order with everything that a refund depends on. */
export const operatorOrderDetailsSchema = v.object({
  order: operatorOrderSchema,
  refunds: v.array(operatorRefundSchema),
  /** The amount that can still be refunded; 0 while a refund is open. */
  refundable: moneySchema,
  /** Tokens that the person can spend now. */
  available: tokenAmountSchema,
})
export type OperatorOrderDetails = v.InferOutput<typeof operatorOrderDetailsSchema>

export const refundOrderSchema = v.object({
  /** Minor units. */
  amount: v.pipe(v.number('required'), v.safeInteger('invalid'), v.minValue(1, 'too_small'), v.maxValue(100_000_000_000, 'too_large')),
  reason: reasonSchema,
})

export const operatorOrderPageSchema = pageOf(operatorOrderSchema)

export const operatorOrdersQuerySchema = v.object({
  ...pageQueryEntries,
  /** The id of an order or of a payment at the service, or the beginning of an email address. */
  q: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(searchMaxLength, 'too_long'))),
  status__in: v.optional(listOf(orderStatuses)),
  kind__in: v.optional(listOf(orderKinds)),
  provider__in: v.optional(listOf(paymentProviders)),
  currency: v.optional(v.picklist(soldCurrencies, 'not_an_option')),
  /** Days of creation, inclusive, in UTC. */
  from: v.optional(givenDaySchema),
  to: v.optional(givenDaySchema),
})

/**
 * - `unrecorded`: the service has a payment of the order that is not recorded here.
 * - `missing`: a payment is recorded here that the service does not know.
 * - `amount`: the service was paid another amount.
 * - `refund`: the service has refunded another amount.
 * - `refund_open`: a refund was started here, and its outcome is unknown.
 * - `dispute`: the service has another state of a dispute.
 */
export const differences = ['unrecorded', 'missing', 'amount', 'refund', 'refund_open', 'dispute'] as const
export type Difference = (typeof differences)[number]

export const reconcileQuerySchema = v.object({
  cursor: pageQueryEntries.cursor,
  from: v.optional(givenDaySchema),
  to: v.optional(givenDaySchema),
})
export const reconciliationSchema = v.object({
  /** Orders compared on this page. */
  checked: tokenAmountSchema,
  /** Orders of a service that did not answer. */
  unanswered: tokenAmountSchema,
  items: v.array(
    v.object({
      order: operatorOrderSchema,
      difference: v.picklist(differences),
      /** An amount such as `5.00 USD`, the id of a payment or the state of a dispute, on each side. */
      here: v.string(),
      there: v.string(),
      /** The same as amounts, where they are amounts; older servers omit them. */
      here_amount: v.optional(v.nullable(moneySchema)),
      there_amount: v.optional(v.nullable(moneySchema)),
    }),
  ),
  next_cursor: v.nullable(v.string()),
})
export type Reconciliation = v.InferOutput<typeof reconciliationSchema>
