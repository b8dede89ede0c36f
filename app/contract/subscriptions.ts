import * as v from 'valibot'
import { idSchema, timestampSchema, tokenAmountSchema } from './common.ts'
import { planPeriods } from './periods.ts'
import { moneySchema } from './tokens.ts'

export const planPeriodSchema = v.picklist(planPeriods, 'not_an_option')

/** `past_due`: a charge failed, and there are some days left to pay. */
export const subscriptionStatuses = ['active', 'past_due', 'ended'] as const

/** What a subscription costs and gives: the price is for the period, the tokens come every month. */
export const planTermsSchema = v.object({
  plan: v.string(),
  period: planPeriodSchema,
  tokens_per_month: tokenAmountSchema,
  price: moneySchema,
})
export type PlanTerms = v.InferOutput<typeof planTermsSchema>

const currentSubscriptionSchema = v.object({
  id: idSchema,
  status: v.picklist(['active', 'past_due']),
  terms: planTermsSchema,
  /** The end of what is paid. */
  current_period_end: timestampSchema,
  /** When the next month's tokens come within what is paid; null: not before its end. */
  next_tokens_at: v.nullable(timestampSchema),
  /** Null when nothing will be charged. */
  next_charge: v.nullable(v.object({ at: timestampSchema, price: moneySchema })),
  /** It ends with the period. */
  cancel_at_period_end: v.boolean(),
  /** What it becomes at the end of the period, where that is something else. */
  next: v.nullable(planTermsSchema),
  /** With `past_due`: it ends then, unless it is paid before. */
  grace_until: v.nullable(timestampSchema),
  /** The provider has a page where ways to pay and invoices are kept. */
  portal: v.boolean(),
})
export type CurrentSubscription = v.InferOutput<typeof currentSubscriptionSchema>

export const subscriptionSchema = v.object({
  /** Null: the person has no plan. */
  plan: v.nullable(v.string()),
  current_period_end: v.nullable(timestampSchema),
  subscription: v.nullable(currentSubscriptionSchema),
})
export type Subscription = v.InferOutput<typeof subscriptionSchema>

export const changePlanSchema = v.object({
  plan: v.pipe(v.string('required'), v.maxLength(100, 'too_long')),
  period: planPeriodSchema,
})

/** What a change of plan would do, told before it is done. */
export const planChangeSchema = v.object({
  from: planTermsSchema,
  to: planTermsSchema,
  /** `now`: a new period begins with the payment. `period_end`: nothing is charged and nothing changes until then. `none`: it is the plan already. */
  when: v.picklist(['now', 'period_end', 'none']),
  /** With `now`: what is paid, and what of the price was taken off for months that were paid and have not begun. */
  due: v.nullable(moneySchema),
  credit: v.nullable(moneySchema),
  /** With `period_end`: when. */
  at: v.nullable(timestampSchema),
})
export type PlanChange = v.InferOutput<typeof planChangeSchema>

export const portalSchema = v.object({ url: v.string() })
