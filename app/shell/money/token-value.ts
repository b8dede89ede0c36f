import { type Kind, kinds } from '#app/contract/base/values.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { Money } from '#app/contract/money/tokens.ts'
import type { Currency, Locale } from '#config'

/** The default currency of a locale; people can choose the other. */
export const currencyOf = (locale: Locale): Currency => (locale === 'ru' ? 'RUB' : 'USD')

/** Returns the price in the requested currency, otherwise the first price. */
export const priceIn = (prices: readonly Money[], currency: Currency): Money | undefined =>
  prices.find((price) => price.currency === currency) ?? prices[0]

/** Price of 100 tokens when `tokens` are bought at `price`, to the nearest minor unit. */
export function pricePer100(price: Money, tokens: number): Money {
  return { ...price, amount: Math.round((price.amount * 100) / tokens) }
}

/** The number of results of one kind that an amount of tokens buys. */
export type Yield = { kind: Kind; unit: 'piece' | 'second'; amount: number }

/** Assumed length in seconds for models that do not state one. */
const usualSeconds = 10
const usualPromptCharacters = 1000
const usualModelTokens = { input: 300, output: 600 }

/** Returns the yields of the cheapest available model of each kind. Free and unavailable kinds are omitted. */
export function yieldsOf(tokens: number, models: readonly Model[]): Yield[] {
  return kinds.flatMap((kind) => {
    const offers = models.filter(({ type, task, available }) => type === kind && !task && available).map((model) => yieldOf(tokens, model))
    const real = offers.filter(({ amount }) => Number.isFinite(amount) && amount >= 1)
    // Pieces and seconds are not comparable; for a kind with both prices, seconds are more useful.
    const timed = real.filter(({ unit }) => unit === 'second')
    const [best] = (timed.length > 0 ? timed : real).toSorted((a, b) => b.amount - a.amount)
    return best ? [best] : []
  })
}

function yieldOf(tokens: number, { type: kind, price: { base, per }, options }: Model): Yield {
  if (per?.measure === 'model_tokens') {
    const { input, output } = usualModelTokens
    return { kind, unit: 'piece', amount: Math.floor(tokens / (base + (input * per.input + output * per.output) / per.every)) }
  }
  if (per?.measure !== 'duration') {
    const measured = per?.measure === 'count' ? 1 : usualPromptCharacters
    const cost = base + (per ? Math.ceil(measured / per.every) * per.tokens : 0)
    return { kind, unit: 'piece', amount: Math.floor(tokens / cost) }
  }
  const { duration } = options.properties
  const seconds = (duration?.type === 'integer' || duration?.type === 'number' ? duration.default : undefined) ?? usualSeconds
  const cost = base + Math.ceil(seconds / per.every) * per.tokens
  return { kind, unit: 'second', amount: Math.floor((tokens / cost) * seconds) }
}
