import type { PriceRule } from '#app/contract/runs/models.ts'
import { withAmounts } from '../scale-price.ts'

/** Tokens for a dollar of the operator's cost. At the prices of packs and plans this leaves a margin for taxes, fees and failures. */
const tokensPerDollar = 200

const tokens = (dollars: number) => Number((dollars * tokensPerDollar).toPrecision(6))

/** Converts a cost in dollars to a price in tokens. Fractions are added up, and the sum of a run is rounded up. */
export const priceOfCost = (cost: PriceRule): PriceRule => withAmounts(cost, tokens)

/** The cost in dollars of a service that bills the tokens of a language model. */
export const perMillionTokens = (input: number, output: number): PriceRule => ({
  base: 0,
  per: { measure: 'model_tokens', every: 1_000, input: input / 1_000, output: output / 1_000 },
})

/** More searches in one answer are not charged. */
export const mostSearches = 3
/** Pages that an answer may read, and model tokens of one, at services with such limits; the hold includes as much. */
export const mostLinks = 3
export const tokensOfALink = 10_000
/** Further images in one answer are left out. */
export const mostPictures = 4
