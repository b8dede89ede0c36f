import * as v from 'valibot'
import { idSchema, pageOf, timestampSchema } from '../base/common.ts'
import { soldCurrencies } from './currencies.ts'
import { payableStep } from './minor-units.ts'
import { reasonSchema } from '../operator/operator.ts'

const maxPacks = 12
const maxPlans = 6
const maxCurrencies = 10
const maxTokens = 1_000_000_000
/** The largest amount that Stripe takes, in minor units. */
export const maxAmount = 99_999_999

function isSold(code: string): boolean {
  return soldCurrencies.some((sold) => sold === code)
}

const soldCurrencySchema = v.pipe(v.string('required'), v.check(isSold, 'currency_not_sold'))

const whole = (least: number, most: number) =>
  v.pipe(v.number('required'), v.safeInteger('invalid'), v.minValue(least, 'too_small'), v.maxValue(most, 'too_large'))
/** Minor units by currency. */
const pricesSchema = v.record(v.string(), whole(1, maxAmount))
const itemIdSchema = v.pipe(v.string('required'), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'item_id_invalid'))

const packSchema = v.object({ id: itemIdSchema, tokens: whole(1, maxTokens), price: pricesSchema })
const planSchema = v.object({ id: itemIdSchema, tokens_per_month: whole(1, maxTokens), monthly: pricesSchema, yearly: pricesSchema })

const entries = {
  currencies: v.pipe(v.array(soldCurrencySchema), v.minLength(1, 'required'), v.maxLength(maxCurrencies, 'too_many')),
  packs: v.pipe(v.array(packSchema), v.maxLength(maxPacks, 'too_many')),
  plans: v.pipe(v.array(planSchema), v.maxLength(maxPlans, 'too_many')),
  welcome_grant: whole(0, 1_000_000),
  referral: v.object({ inviter: whole(0, 1_000_000), invited: whole(0, 1_000_000) }),
}

/** The shop as stored and returned. */
export const shopSettingsSchema = v.object(entries)
export type ShopSettings = v.InferOutput<typeof shopSettingsSchema>

/** A currency of the shop without a price or with one that services do not take, and an id that is used twice. */
type Gap = { path: readonly (string | number)[]; code: 'required' | 'amount_step' | 'name_taken' }

function gapsIn({ currencies: listed, packs, plans }: ShopSettings): Gap[] {
  const currencies = listed.filter(isSold)
  const missing = (path: readonly (string | number)[], prices: Record<string, number>): Gap[] =>
    currencies.flatMap((currency): Gap[] => {
      const price = prices[currency]
      if (price === undefined) return [{ path: [...path, currency], code: 'required' }]
      return price % payableStep(currency) === 0 ? [] : [{ path: [...path, currency], code: 'amount_step' }]
    })
  const repeated = (name: string, items: readonly { id: string }[]): Gap[] =>
    items.flatMap(({ id }, index) =>
      items.findIndex((item) => item.id === id) < index ? [{ path: [name, index, 'id'], code: 'name_taken' }] : [],
    )
  return [
    ...packs.flatMap(({ price }, index) => missing(['packs', index, 'price'], price)),
    ...plans.flatMap(({ monthly, yearly }, index) => [
      ...missing(['plans', index, 'monthly'], monthly),
      ...missing(['plans', index, 'yearly'], yearly),
    ]),
    ...repeated('packs', packs),
    ...repeated('plans', plans),
  ]
}

/** Returns the settings with the prices of the listed currencies only. */
function tidied({ packs, plans, currencies: listed, ...rest }: ShopSettings): ShopSettings {
  const currencies = [...new Set(listed)]
  const only = (prices: Record<string, number>) => Object.fromEntries(currencies.map((currency) => [currency, prices[currency] ?? 0]))
  return {
    currencies,
    packs: packs.map(({ price, ...pack }) => ({ ...pack, price: only(price) })),
    plans: plans.map(({ monthly, yearly, ...plan }) => ({ ...plan, monthly: only(monthly), yearly: only(yearly) })),
    ...rest,
  }
}

/** The shop as given by a person: every item has a price in every currency, and no id is used twice. */
export const givenShopSchema = v.pipe(
  shopSettingsSchema,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { value } = dataset
    for (const { path, code } of gapsIn(value)) {
      const [first, ...rest] = path.map((key) => ({ type: 'unknown', origin: 'value', input: value, key, value: undefined }) as const)
      if (first) addIssue({ message: code, path: [first, ...rest] })
    }
  }),
  v.transform(tidied),
)

/**
 * Prices that may be mistakes; they are saved all the same. `pack_dearer`: a larger pack costs more for each token than a smaller one.
 * `year_dearer`: a year costs more than twelve months. `plan_dearer`: a token of a plan costs more than one of a pack of its size.
 * `nothing_for_sale`: neither packs nor plans are left. `not_payable`: no payment service takes the currency.
 */
export const shopWarnings = ['pack_dearer', 'year_dearer', 'plan_dearer', 'nothing_for_sale', 'not_payable'] as const
export type ShopWarning = (typeof shopWarnings)[number]

const changeSchema = v.object({
  /** The place in the settings, for instance `packs.pack-500.price.USD`. */
  field: v.string(),
  before: v.nullable(v.union([v.string(), v.number()])),
  after: v.nullable(v.union([v.string(), v.number()])),
})
export type ShopChange = v.InferOutput<typeof changeSchema>

export const previewShopSchema = v.object({ settings: givenShopSchema })
export const shopPreviewSchema = v.object({
  changes: v.array(changeSchema),
  warnings: v.array(v.object({ code: v.picklist(shopWarnings), item: v.nullable(v.string()), currency: v.nullable(v.string()) })),
  /** Running subscriptions whose plan differs afterwards; they keep their terms. */
  kept: v.array(v.object({ plan: v.string(), subscriptions: v.number() })),
})
export type ShopPreview = v.InferOutput<typeof shopPreviewSchema>

/** The version that the caller has seen; another one in the meantime refuses the change. */
const versionSchema = v.pipe(v.number('required'), v.safeInteger('invalid'), v.minValue(0, 'too_small'))
export const saveShopSchema = v.object({ version: versionSchema, settings: givenShopSchema, reason: reasonSchema })
export const restoreShopSchema = v.object({ version: versionSchema, reason: reasonSchema })

export const operatorShopSchema = v.object({
  /** 0 until the first change. */
  version: v.number(),
  settings: shopSettingsSchema,
  /** Whether the settings are those of `app.config.ts`. */
  is_default: v.boolean(),
  /** Running subscriptions by plan. */
  subscriptions: v.array(v.object({ plan: v.string(), count: v.number() })),
  /** Whether payments are simulated. */
  test: v.boolean(),
})
export type OperatorShop = v.InferOutput<typeof operatorShopSchema>

export const shopVersionSchema = v.object({
  id: idSchema,
  number: v.number(),
  /** Null for the defaults. */
  settings: v.nullable(shopSettingsSchema),
  restores: v.nullable(v.number()),
  actor: v.nullable(v.object({ id: idSchema, email: v.string() })),
  reason: v.string(),
  created_at: timestampSchema,
})
export type ShopVersion = v.InferOutput<typeof shopVersionSchema>
export const shopVersionPageSchema = pageOf(shopVersionSchema)
