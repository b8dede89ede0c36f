import { type Kind, kinds } from '#app/contract/common.ts'
import type { Model } from '#app/contract/models.ts'
import type { Money } from '#app/contract/tokens.ts'
import type { Currency, Locale } from '#config'

/** The currency a person of this locale most likely pays in; they can choose the other. */
export const currencyOf = (locale: Locale): Currency => (locale === 'ru' ? 'RUB' : 'USD')

/** The price in the wanted currency, or in whichever there is. */
export const priceIn = (prices: readonly Money[], currency: Currency): Money | undefined =>
  prices.find((price) => price.currency === currency) ?? prices[0]

/** What 100 tokens cost when `tokens` are bought at `price`, to the nearest minor unit. */
export function pricePer100(price: Money, tokens: number): Money {
  return { ...price, amount: Math.round((price.amount * 100) / tokens) }
}

/** How many results of one kind some tokens are enough for, if they are spent on nothing else. */
export type Yield = { kind: Kind; unit: 'piece' | 'second'; amount: number }

/** A run to measure by, where a model does not say how long its usual one is. */
const usualSeconds = 10
const usualPromptCharacters = 1000
const usualModelTokens = { input: 300, output: 600 }

/** What the cheapest available model of each kind makes of `tokens`. Kinds that cost nothing, or cannot be made now, are left out. */
export function yieldsOf(tokens: number, models: readonly Model[]): Yield[] {
  return kinds.flatMap((kind) => {
    const offers = models.filter(({ type, available }) => type === kind && available).map((model) => yieldOf(tokens, model))
    const real = offers.filter(({ amount }) => Number.isFinite(amount) && amount >= 1)
    // Pieces do not compare with seconds; where a kind has both prices, length says more.
    const timed = real.filter(({ unit }) => unit === 'second')
    const [best] = (timed.length > 0 ? timed : real).toSorted((a, b) => b.amount - a.amount)
    return best ? [best] : []
  })
}

function yieldOf(tokens: number, { type: kind, price: { base, per }, options }: Model): Yield {
  if (per?.measure === 'model_tokens') {
    const { input, output } = usualModelTokens
    return { kind, unit: 'piece', amount: Math.floor(tokens / Math.ceil(base + (input * per.input + output * per.output) / per.every)) }
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
