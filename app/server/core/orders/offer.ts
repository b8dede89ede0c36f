import type { CreateOrder } from '#app/contract/orders.ts'
import type { PlanPeriod } from '#app/contract/periods.ts'
import type { PlanTerms } from '#app/contract/subscriptions.ts'
import { config, type Currency } from '#config'
import { Problem } from '../problem.ts'

export type Offer = { tokens: number; amount: number; currency: Currency }

/** Prices an order by the catalogue. */
export function offerOf(input: CreateOrder): Offer {
  if (input.kind === 'plan') {
    const { tokens_per_month, price } = termsOf(input.item, input.period, input.currency)
    return { tokens: tokens_per_month, ...price }
  }
  const pack = config.packs.find(({ id }) => id === input.item)
  if (!pack) throw new Problem('invalid_input', { fields: { item: 'not_on_sale' } })
  return { tokens: pack.tokens, amount: pack.price[input.currency], currency: input.currency }
}

/** The current terms of a plan; throws when it is not on sale. */
export function termsOf(id: string, period: PlanPeriod, currency: Currency): PlanTerms {
  const plan = config.plans.find((one) => one.id === id)
  if (!plan) throw new Problem('invalid_input', { fields: { plan: 'not_on_sale' } })
  const price = period === 'year' ? plan.yearly : plan.monthly
  return { plan: id, period, tokens_per_month: plan.tokensPerMonth, price: { amount: price[currency], currency } }
}
