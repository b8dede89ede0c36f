import * as v from 'valibot'
import {
  givenDaySchema,
  givenTimeSchema,
  idSchema,
  kindSchema,
  listOf,
  pageOf,
  pageQueryEntries,
  timestampSchema,
  tokenAmountSchema,
} from '../base/common.ts'
import { searchMaxLength } from '../base/values.ts'
import { receiptLineSchema } from '../runs/generations.ts'
import { freeText } from '../base/text.ts'

export const lotSources = ['welcome', 'pack', 'plan', 'referral', 'grant', 'code'] as const
export type LotSource = (typeof lotSources)[number]

export const tokenLotSchema = v.object({
  id: idSchema,
  source: v.picklist(lotSources),
  amount: tokenAmountSchema,
  remaining: tokenAmountSchema,
  expires_at: v.nullable(timestampSchema),
  created_at: timestampSchema,
})

/** How long the tokens last at the recent rate of spending. */
export const forecastSchema = v.object({
  /** Tokens spent within the last `days` days, including today. */
  spent: tokenAmountSchema,
  days: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Null if there is too little data. */
  days_left: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** Tokens that will expire unspent at this rate. */
  unspent: tokenAmountSchema,
})
export type Forecast = v.InferOutput<typeof forecastSchema>

export const balanceSchema = v.object({
  available: tokenAmountSchema,
  held: tokenAmountSchema,
  /** Spent tokens of refunded purchases, which the next grant settles. */
  debt: tokenAmountSchema,
  /** Thousandths of a token, less than one token: the unspent rest of a started one, which pays for the next small run. */
  change_milli: v.pipe(tokenAmountSchema, v.maxValue(999)),
  /** Lots in the order of spending: the first to expire comes first. Empty lots are omitted. */
  lots: v.array(tokenLotSchema),
  forecast: forecastSchema,
  /** Whether the balance is low. */
  low: v.boolean(),
})
export type Balance = v.InferOutput<typeof balanceSchema>

export const entryKinds = ['grant', 'hold', 'settle', 'release', 'expire', 'refund', 'debt', 'repay'] as const

export const tokenEntrySchema = v.object({
  id: idSchema,
  kind: v.picklist(entryKinds),
  /** Never negative; the kind implies the sign. */
  amount: tokenAmountSchema,
  /** Thousandths of a token: the exact cost of a `settle`; otherwise as in a receipt. */
  milli: tokenAmountSchema,
  /** The source of a grant; otherwise null. */
  source: v.nullable(v.picklist(lotSources)),
  generation: v.nullable(
    v.object({
      id: idSchema,
      type: kindSchema,
      title: v.nullable(v.string()),
      prompt: v.string(),
      deleted: v.boolean(),
      /** Its token entries in chronological order. */
      receipt: v.array(receiptLineSchema),
    }),
  ),
  /** The order that bought these tokens or whose refund reversed them. */
  order: v.optional(v.nullable(v.object({ id: idSchema, kind: v.picklist(['pack', 'plan']), item: v.string() }))),
  reason: v.nullable(v.string()),
  created_at: timestampSchema,
})
export type TokenEntry = v.InferOutput<typeof tokenEntrySchema>
export const tokenEntryPageSchema = pageOf(tokenEntrySchema)

const timeOrDaySchema = v.union([givenDaySchema, givenTimeSchema], 'date_invalid')
const ledgerFilterEntries = {
  kind__in: v.optional(listOf(entryKinds)),
  /** Words of the title, the prompt or the result of a run. */
  q: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(searchMaxLength, 'too_long'))),
  /** Start and exclusive end. A day without a time is in the person's time zone; the last day is included. */
  from: v.optional(timeOrDaySchema),
  to: v.optional(timeOrDaySchema),
}
export const ledgerFilterSchema = v.object(ledgerFilterEntries)
export type LedgerFilter = v.InferOutput<typeof ledgerFilterSchema>
export const tokenEntriesQuerySchema = v.object({ ...pageQueryEntries, ...ledgerFilterEntries })
/** A link that works without a session for some minutes. */
export const exportAnswerSchema = v.object({ url: v.string() })

/** Null for no limit. */
export const ownLimitSchema = v.nullable(
  v.pipe(v.number('invalid'), v.safeInteger('invalid'), v.minValue(1, 'too_small'), v.maxValue(1_000_000_000, 'too_large')),
)
export const setLimitsSchema = v.object({ per_run: ownLimitSchema, per_day: ownLimitSchema })
export type SetLimits = v.InferOutput<typeof setLimitsSchema>
/** The person's own spending limits. */
export const limitsSchema = v.object({
  ...setLimitsSchema.entries,
  /** The cost of today's runs, including tokens on hold. */
  spent_today: tokenAmountSchema,
  /** The end of the day in the person's time zone. */
  day_ends_at: timestampSchema,
  /** Null for UTC, if the person's zone is unknown. */
  time_zone: v.nullable(v.string()),
})
export type Limits = v.InferOutput<typeof limitsSchema>

/** An amount in minor units. */
export const moneySchema = v.object({ amount: v.pipe(v.number(), v.integer(), v.minValue(0)), currency: v.string() })
export type Money = v.InferOutput<typeof moneySchema>

/** Describes how this server sells tokens. */
const offerEntries = {
  /** The version of the prices; older servers omit it. */
  version: v.optional(v.number(), 0),
  /** False without a payment provider: prices are shown, but nothing can be bought. */
  purchasable: v.boolean(),
  /** Currencies with prices; older servers omit them. */
  currencies: v.optional(v.array(v.string()), []),
  /** Accepted currencies; empty if nothing can be bought. */
  payable_in: v.array(v.string()),
  /** Whether payments are simulated. */
  test: v.boolean(),
}

export const tokenPacksSchema = v.object({
  ...offerEntries,
  items: v.array(v.object({ id: v.string(), tokens: tokenAmountSchema, prices: v.array(moneySchema) })),
})

export const plansSchema = v.object({
  ...offerEntries,
  items: v.array(
    v.object({ id: v.string(), tokens_per_month: tokenAmountSchema, monthly: v.array(moneySchema), yearly: v.array(moneySchema) }),
  ),
})
