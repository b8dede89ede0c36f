import * as v from 'valibot'
import { currencies } from '#config'
import {
  givenDaySchema,
  givenTimeSchema,
  idSchema,
  kinds,
  listOf,
  pageOf,
  pageQueryEntries,
  timestampSchema,
  tokenAmountSchema,
} from './common.ts'
import { receiptLineSchema } from './generations.ts'
import { freeText } from './text.ts'

export const lotSources = ['welcome', 'pack', 'plan', 'referral', 'grant'] as const
export type LotSource = (typeof lotSources)[number]

export const tokenLotSchema = v.object({
  id: idSchema,
  source: v.picklist(lotSources),
  amount: tokenAmountSchema,
  remaining: tokenAmountSchema,
  expires_at: v.nullable(timestampSchema),
  created_at: timestampSchema,
})

/** How long the tokens last if they go on being spent as they lately were. */
export const forecastSchema = v.object({
  /** Paid within the last `days` days, the present day included. */
  spent: tokenAmountSchema,
  days: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Null while there is too little to tell by. */
  days_left: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** Tokens that will have ended before they are spent. */
  unspent: tokenAmountSchema,
})
export type Forecast = v.InferOutput<typeof forecastSchema>

export const balanceSchema = v.object({
  available: tokenAmountSchema,
  held: tokenAmountSchema,
  /** Tokens of refunded purchases that had been spent; the next ones that come settle it. */
  debt: tokenAmountSchema,
  /** In the order they are spent: what ends soonest goes first. Empty lots are left out. */
  lots: v.array(tokenLotSchema),
  forecast: forecastSchema,
  /** It is time to think of more. */
  low: v.boolean(),
})
export type Balance = v.InferOutput<typeof balanceSchema>

export const entryKinds = ['grant', 'hold', 'settle', 'release', 'expire', 'refund', 'debt', 'repay'] as const

export const tokenEntrySchema = v.object({
  id: idSchema,
  kind: v.picklist(entryKinds),
  /** Never negative; the kind says which way it went. */
  amount: tokenAmountSchema,
  /** Where a grant came from; null for the others. */
  source: v.nullable(v.picklist(lotSources)),
  generation: v.nullable(
    v.object({
      id: idSchema,
      type: v.picklist(kinds),
      title: v.nullable(v.string()),
      prompt: v.string(),
      deleted: v.boolean(),
      /** All that happened to its tokens, in that order. */
      receipt: v.array(receiptLineSchema),
    }),
  ),
  /** The order that these tokens were bought by, or taken back for. */
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
  q: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(200, 'too_long'))),
  /** From this time on, and before that one; a day without a time is one where the person is, and the last one is included. */
  from: v.optional(timeOrDaySchema),
  to: v.optional(timeOrDaySchema),
}
export const ledgerFilterSchema = v.object(ledgerFilterEntries)
export type LedgerFilter = v.InferOutput<typeof ledgerFilterSchema>
export const tokenEntriesQuerySchema = v.object({ ...pageQueryEntries, ...ledgerFilterEntries })
/** A link that a browser can follow without a session, for some minutes. */
export const exportAnswerSchema = v.object({ url: v.string() })

/** Null: none. */
const ownLimitSchema = v.nullable(
  v.pipe(v.number('invalid'), v.safeInteger('invalid'), v.minValue(1, 'too_small'), v.maxValue(1_000_000_000, 'too_large')),
)
export const setLimitsSchema = v.object({ per_run: ownLimitSchema, per_day: ownLimitSchema })
export type SetLimits = v.InferOutput<typeof setLimitsSchema>
/** What a person lets themselves spend at most. */
export const limitsSchema = v.object({
  ...setLimitsSchema.entries,
  /** What today's runs have cost, or may yet cost. */
  spent_today: tokenAmountSchema,
  /** When the day ends where the person is. */
  day_ends_at: timestampSchema,
  /** By whose clock; null while that is not known, and days are those of UTC. */
  time_zone: v.nullable(v.string()),
})
export type Limits = v.InferOutput<typeof limitsSchema>

/** Money is minor units and a currency. */
export const moneySchema = v.object({ amount: v.pipe(v.number(), v.integer(), v.minValue(0)), currency: v.picklist(currencies) })
export type Money = v.InferOutput<typeof moneySchema>

/** How things can be bought here. */
const offerEntries = {
  /** False while no payment provider is set up: the prices are true, but nothing can be bought. */
  purchasable: v.boolean(),
  /** The currencies that can be paid in; none while nothing can be bought. */
  payable_in: v.array(v.picklist(currencies)),
  /** Payments are pretended: no money moves. */
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
