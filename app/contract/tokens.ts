import * as v from 'valibot'
import { currencies } from '#config'
import { idSchema, kinds, pageOf, pageQueryEntries, timestampSchema, tokenAmountSchema } from './common.ts'

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

export const balanceSchema = v.object({
  available: tokenAmountSchema,
  held: tokenAmountSchema,
  /** Tokens of refunded purchases that had been spent; the next ones that come settle it. */
  debt: tokenAmountSchema,
  /** In the order they are spent: what ends soonest goes first. Empty lots are left out. */
  lots: v.array(tokenLotSchema),
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
    v.object({ id: idSchema, type: v.picklist(kinds), title: v.nullable(v.string()), prompt: v.string(), deleted: v.boolean() }),
  ),
  /** The order that these tokens were bought by, or taken back for. */
  order: v.optional(v.nullable(v.object({ id: idSchema, kind: v.picklist(['pack', 'plan']), item: v.string() }))),
  reason: v.nullable(v.string()),
  created_at: timestampSchema,
})
export type TokenEntry = v.InferOutput<typeof tokenEntrySchema>
export const tokenEntryPageSchema = pageOf(tokenEntrySchema)
export const tokenEntriesQuerySchema = v.object(pageQueryEntries)

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

const statisticsRowSchema = v.object({
  type: v.picklist(kinds),
  generations: v.number(),
  succeeded: v.number(),
  failed: v.number(),
  canceled: v.number(),
  tokens: tokenAmountSchema,
  /** Median milliseconds from asking to having; null without a finished run. */
  wait_p50_ms: v.nullable(v.number()),
})
const isoDateSchema = v.pipe(v.string(), v.isoDate('invalid'))
export const statisticsQuerySchema = v.object({
  from: v.optional(isoDateSchema),
  to: v.optional(isoDateSchema),
  bucket: v.optional(v.picklist(['day'], 'not_an_option')),
})
export const statisticsSchema = v.object({
  from: isoDateSchema,
  to: isoDateSchema,
  totals: v.array(statisticsRowSchema),
  /** One row a day (UTC) that had any runs. */
  days: v.array(v.object({ date: isoDateSchema, ...statisticsRowSchema.entries })),
})
export type Statistics = v.InferOutput<typeof statisticsSchema>
