import type { PriceRule, TokenRates } from '#app/contract/runs/models.ts'

/** Multiplies every amount of a price. Factors of options stay. */
export const scalePrice = (rule: PriceRule, factor: number): PriceRule =>
  factor === 1 ? rule : withAmounts(rule, (amount) => times(amount, factor))

/** Changes every amount of a price. Factors of options stay. */
export function withAmounts(rule: PriceRule, change: (amount: number) => number): PriceRule {
  const { base, per, searches, images, programs } = rule
  return {
    ...rule,
    base: change(base),
    per:
      per?.measure === 'model_tokens'
        ? {
            ...per,
            ...withRates(per, change),
            ...(per.long && { long: per.long.map((tier) => ({ ...tier, ...withRates(tier, change) })) }),
          }
        : per && { ...per, tokens: change(per.tokens) },
    ...(searches && { searches: { ...searches, each: change(searches.each) } }),
    ...(images && { images: { ...images, each: change(images.each) } }),
    ...(programs && { programs: { ...programs, each: change(programs.each) } }),
  }
}

const withRates = ({ input, output, cached }: TokenRates, change: (amount: number) => number): TokenRates => ({
  input: change(input),
  output: change(output),
  ...(cached !== undefined && { cached: change(cached) }),
})

/** Nine digits hide the error of floating point. */
export const times = (amount: number, factor: number) => Number((amount * factor).toPrecision(9))
