import type { PriceRule } from '#app/contract/models.ts'

/** Multiplies every amount of a price. Factors of options stay. */
export function scalePrice(rule: PriceRule, factor: number): PriceRule {
  if (factor === 1) return rule
  const { base, per, searches, images, programs } = rule
  const scaled =
    per === null
      ? null
      : per.measure === 'model_tokens'
        ? { ...per, input: times(per.input, factor), output: times(per.output, factor) }
        : { ...per, tokens: times(per.tokens, factor) }
  return {
    ...rule,
    base: times(base, factor),
    per: scaled,
    ...(searches && { searches: { ...searches, each: times(searches.each, factor) } }),
    ...(images && { images: { ...images, each: times(images.each, factor) } }),
    ...(programs && { programs: { ...programs, each: times(programs.each, factor) } }),
  }
}

/** Nine digits hide the error of floating point. */
export const times = (amount: number, factor: number) => Number((amount * factor).toPrecision(9))
