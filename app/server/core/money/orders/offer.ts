import type { CreateOrder } from '#app/contract/money/orders.ts'
import type { PlanPeriod } from '#app/contract/base/periods.ts'
import type { PlanTerms } from '#app/contract/money/subscriptions.ts'
import type { ShopSettings } from '#app/contract/money/shop-settings.ts'
import type { Currency } from '#config'
import { Problem } from '../../problem.ts'

export type Offer = { tokens: number; amount: number; currency: Currency }

/** Prices an order by the shop. */
export function offerOf(settings: ShopSettings, input: CreateOrder): Offer {
  if (input.kind === 'plan') {
    const { tokens_per_month, price } = termsOf(settings, input)
    return { tokens: tokens_per_month, ...price }
  }
  const pack = settings.packs.find(({ id }) => id === input.item)
  if (!pack) throw new Problem('invalid_input', { fields: { item: 'not_on_sale' } })
  const amount = pack.price[input.currency]
  if (amount === undefined) throw new Problem('invalid_input', { fields: { currency: 'currency_not_taken' } })
  return { tokens: pack.tokens, amount, currency: input.currency }
}

type Wish = { item: string; period: PlanPeriod; currency: Currency }

/** The current terms of a plan; throws when it is not on sale. */
export function termsOf({ plans }: ShopSettings, { item, period, currency }: Wish): PlanTerms {
  const plan = plans.find(({ id }) => id === item)
  const amount = (period === 'year' ? plan?.yearly : plan?.monthly)?.[currency]
  // A plan that is not sold in the currency of a running subscription cannot replace it.
  if (!plan || amount === undefined) throw new Problem('invalid_input', { fields: { plan: 'not_on_sale' } })
  return { plan: item, period, tokens_per_month: plan.tokens_per_month, price: { amount, currency } }
}
