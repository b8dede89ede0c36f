import type { OptionValues } from '#app/contract/generations.ts'
import type { PriceRule } from '#app/contract/models.ts'
import type { Usage } from '../../providers/kinds.ts'

export type Priced = {
  prompt: string
  options: OptionValues
  /** Bytes of what else the model reads: what was said before, and what it is told to be. */
  contextBytes?: number
  /** Files that the model reads. */
  files?: number
  /** The longest answer, in the model's own tokens. */
  maxOutputTokens?: number
}

type Per = NonNullable<PriceRule['per']>

/** Whole tokens for one run. The quote that is shown and the hold that is taken both come from here: the most that it can cost. Throws on a rule that does not give a price. */
export function priceOf(rule: PriceRule, priced: Priced): number {
  const price = apply(rule, priced, rule.per && amountOf(rule.per, quotedUnits(rule.per, priced)))
  if (!Number.isSafeInteger(price) || price < 0) throw new RangeError(`a price rule gave ${price}`)
  return price
}

export type Charged = {
  priced: Priced
  /** What was used, as the service or we have measured it. What is missing or makes no sense is charged as it was quoted. */
  usage: Usage | undefined
  held: number
}

/** What a run is charged in the end: the same rule by what was really used, from 0 to what is held for it. */
export function chargeOf(rule: PriceRule, { priced, usage = {}, held }: Charged): number {
  if (!rule.per) return within(held, apply(rule, priced, null))
  const used = usedUnits(rule.per, usage)
  const units = used.every(isKnown) ? used : quotedUnits(rule.per, priced).map((unit, index) => used[index] ?? unit)
  return within(held, apply(rule, priced, amountOf(rule.per, units)))
}

const isKnown = (unit: number | undefined): unit is number => unit !== undefined

/** Sums of fractions miss whole numbers by a hair; nobody pays a token for it. */
const hair = 1e-9

function apply({ base, factors = {} }: PriceRule, { options }: Priced, measured: number | null): number {
  const factor = Object.entries(factors).reduce((product, [option, values]) => product * (values[String(options[option])] ?? 1), 1)
  // Without the sum with 0, nothing would be -0.
  return Math.ceil((base + (measured ?? 0)) * factor - hair) + 0
}

const within = (held: number, charge: number): number => (charge >= 0 ? Math.min(held, charge) : held)

/** Tokens for so many units: one number, or for `model_tokens` what is read and what is written. */
function amountOf(per: Per, [first = Number.NaN, second = Number.NaN]: readonly number[]): number {
  if (per.measure === 'model_tokens') return (first * per.input + second * per.output) / per.every
  return Math.ceil(first / per.every) * per.tokens
}

/** Something is always made: an empty prompt costs as much as one character, until it is refused. */
function quotedUnits(per: Per, priced: Priced): number[] {
  if (per.measure === 'prompt_characters') return [Math.max(1, [...priced.prompt].length)]
  if (per.measure === 'model_tokens') return [mostInputTokens(priced), mostOutputTokens(priced)]
  const measured = priced.options[per.measure]
  if (typeof measured !== 'number') throw new RangeError(`a price by ${per.measure} needs the option "${per.measure}"`)
  return [measured]
}

/** Around each thing that is said, for its role; and for a picture, at the most that the services say of their own. */
const overheadTokens = 64
const tokensOfAFile = 3_000

/** No tokenizer in use makes more tokens than there are bytes: rare words and scripts fall apart into single bytes, and no further. */
function mostInputTokens({ prompt, contextBytes = 0, files = 0 }: Priced): number {
  return Buffer.byteLength(prompt) + contextBytes + files * tokensOfAFile + overheadTokens
}

function mostOutputTokens({ options, maxOutputTokens }: Priced): number {
  const longest = options.max_output_tokens ?? maxOutputTokens
  if (typeof longest !== 'number') throw new RangeError('a price by what a model writes needs a longest answer')
  return longest
}

function usedUnits(per: Per, usage: Usage): (number | undefined)[] {
  const measures = {
    duration: [usage.seconds],
    prompt_characters: [usage.characters],
    count: [usage.images ?? usage.runs],
    model_tokens: [usage.inputTokens, usage.outputTokens],
  }
  return measures[per.measure].map((used) => (used !== undefined && Number.isFinite(used) && used >= 0 ? used : undefined))
}
