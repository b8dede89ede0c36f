import * as v from 'valibot'
import { idSchema, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { planPeriods } from '../base/periods.ts'
import { moneySchema } from './tokens.ts'

export const planPeriodSchema = v.picklist(planPeriods, 'not_an_option')

/** `past_due`: a charge failed, and the grace period has not ended. */
export const subscriptionStatuses = ['active', 'past_due', 'ended'] as const

/** Terms of a subscription: the price is per period, the tokens are granted monthly. */
export const planTermsSchema = v.object({
  plan: v.string(),
  period: planPeriodSchema,
  tokens_per_month: tokenAmountSchema,
  price: moneySchema,
})
export type PlanTerms = v.InferOutput<typeof planTermsSchema>

/** The name by which a person knows a saved payment method. */
export const methodLabelSchema = v.object({
  /** The payment service's own, such as `bank_card` and `sbp`. */
  type: v.string(),
  /** The last digits of a card; null for other methods. */
  last4: v.nullable(v.string()),
})
export type MethodLabel = v.InferOutput<typeof methodLabelSchema>

const currentSubscriptionSchema = v.object({
  id: idSchema,
  status: v.picklist(['active', 'past_due']),
  terms: planTermsSchema,
  /** The end of what is paid. */
  current_period_end: timestampSchema,
  /** Time of the next grant; null if there is none before the end of the paid period. */
  next_tokens_at: v.nullable(timestampSchema),
  /** Null if there is no further charge. */
  next_charge: v.nullable(v.object({ at: timestampSchema, price: moneySchema })),
  /** Whether it ends with the paid period. */
  cancel_at_period_end: v.boolean(),
  /** The terms from the end of the period, if they change. */
  next: v.nullable(planTermsSchema),
  /** With `past_due`: end of the grace period. */
  grace_until: v.nullable(timestampSchema),
  /** Whether the provider has a page with payment methods and invoices. */
  portal: v.boolean(),
  /** Whether the person removed the method that was charged, so that the plan can't be resumed. Older servers omit it. */
  method_removed: v.optional(v.boolean(), false),
})
export type CurrentSubscription = v.InferOutput<typeof currentSubscriptionSchema>

export const subscriptionSchema = v.object({
  /** Null if the person has no plan. */
  plan: v.nullable(v.string()),
  current_period_end: v.nullable(timestampSchema),
  subscription: v.nullable(currentSubscriptionSchema),
  /** The saved method that can be removed here; null if there is none, or if the payment service has a page for it. Older servers omit it. */
  saved_method: v.optional(v.nullable(methodLabelSchema), null),
  /** Whether an automatic charge has been sent to the payment service and has no result yet. Older servers omit it. */
  charge_under_way: v.optional(v.boolean(), false),
})
export type Subscription = v.InferOutput<typeof subscriptionSchema>

export const changePlanSchema = v.object({
  plan: v.pipe(v.string('required'), v.maxLength(100, 'too_long')),
  period: planPeriodSchema,
})

/** A preview of a change of plan. */
export const planChangeSchema = v.object({
  from: planTermsSchema,
  to: planTermsSchema,
  /**
   * `now`: a new period begins with the payment. `period_end`: nothing is charged or changed until then. `none`: the plan is the current
   * one.
   */
  when: v.picklist(['now', 'period_end', 'none']),
  /** With `now`: the amount due, and the credit for paid months that have not started. */
  due: v.nullable(moneySchema),
  credit: v.nullable(moneySchema),
  /** With `period_end`: time of the change. */
  at: v.nullable(timestampSchema),
})
export type PlanChange = v.InferOutput<typeof planChangeSchema>

export const portalSchema = v.object({ url: v.string() })
