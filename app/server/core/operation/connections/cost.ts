import { isDeepStrictEqual } from 'node:util'
import { toMajor } from '#app/contract/money/minor-units.ts'
import type { PriceRule, TokenRates } from '#app/contract/runs/models.ts'
import type { ShopSettings } from '#app/contract/money/shop-settings.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import { withAmounts } from '#app/server/providers/scale-price.ts'
import { ratesOf } from '#app/server/core/making/models/price.ts'
import { usualPrice } from './apply-setting.ts'

/**
 * Dollars for a token at the lowest price at which the shop sells any; null if it sells none for dollars. Other currencies are not
 * converted.
 */
export function lowestTokenValue({ packs, plans }: ShopSettings): number | null {
  const values = [
    ...packs.map(({ tokens, price }) => dollars(price.USD) / tokens),
    ...plans.flatMap(({ tokens_per_month: tokens, monthly, yearly }) => [dollars(monthly.USD) / tokens, dollars(yearly.USD) / 12 / tokens]),
  ].filter((value) => Number.isFinite(value))
  return values.length > 0 ? Math.min(...values) : null
}

const dollars = (amount: number | undefined) => toMajor(amount ?? Number.NaN, 'USD')

/** Prices are rounded to six digits, so equal ones may differ slightly. */
const tolerance = 1e-4

/** Whether tokens at their lowest price would not pay for what the service charges for a run. `cost` and the value of a token are in dollars. */
export function isBelowCost(model: ProviderModel, cost: PriceRule, tokenValue: number): boolean {
  const pays = (tokens: number, dollars: number) => tokens * tokenValue >= dollars * (1 - tolerance)
  const { price } = model
  for (const extra of ['searches', 'images'] as const) {
    if (cost[extra] && !pays(price[extra]?.each ?? 0, cost[extra].each)) return true
  }
  if (price.per?.measure === 'model_tokens' && cost.per?.measure === 'model_tokens') {
    const [own, its] = [price.per, cost.per]
    // A dearer price pays for a dearer cost only in the same hours.
    const [more, dearer] = isDeepStrictEqual(hoursOf(price), hoursOf(cost))
      ? [price.hours?.factor ?? 1, cost.hours?.factor ?? 1]
      : [1, cost.hours?.factor ?? 1]
    const limits = [0, ...[own, its].flatMap(({ long = [] }) => long.map(({ above }) => above))]
    return limits.some((limit) => {
      const [paid, billed] = [ratesOf(own, limit + 1), ratesOf(its, limit + 1)]
      const covers = (part: (rates: TokenRates) => number) => pays((part(paid) * more) / own.every, (part(billed) * dearer) / its.every)
      return !covers(({ input }) => input) || !covers(({ output }) => output) || !covers(({ input, cached = input }) => cached)
    })
  }
  if (price.per?.measure === cost.per?.measure && price.per?.every === cost.per?.every)
    return !pays(price.base + unitOf(price), cost.base + unitOf(cost))
  return !pays(usualPrice(model, price), usualPrice(model, scaled(cost, precision)) / precision)
}

const hoursOf = ({ hours }: PriceRule) => hours && { times: hours.times, days: hours.days }

const unitOf = ({ per }: PriceRule): number => (per && per.measure !== 'model_tokens' ? per.tokens : 0)

/** Costs are fractions of a cent, and `usualPrice` counts whole thousandths. */
const precision = 1_000_000

const scaled = (rule: PriceRule, by: number): PriceRule => withAmounts(rule, (amount) => amount * by)
