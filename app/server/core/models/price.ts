import type { OptionValues } from '#app/contract/generations.ts'
import type { PriceRule } from '#app/contract/models.ts'

export type Priced = { prompt: string; options: OptionValues }

/** Whole tokens for one run. The quote that is shown and the hold that is taken both come from here. Throws on a rule that does not give a price. */
export function priceOf(rule: PriceRule, { prompt, options }: Priced): number {
  const price = rule.base + (rule.per ? Math.ceil(measure(rule.per.measure, { prompt, options }) / rule.per.every) * rule.per.tokens : 0)
  if (!Number.isSafeInteger(price) || price < 0) throw new RangeError(`a price rule gave ${price}`)
  return price
}

/** Something is always made: an empty prompt costs as much as one character, until it is refused. */
function measure(what: NonNullable<PriceRule['per']>['measure'], { prompt, options }: Priced): number {
  if (what === 'prompt_characters') return Math.max(1, [...prompt].length)
  const duration = options.duration
  if (typeof duration !== 'number') throw new RangeError('a price by duration needs the option "duration"')
  return duration
}
