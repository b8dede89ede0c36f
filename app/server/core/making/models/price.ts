import type { OptionValues } from '#app/contract/runs/generations.ts'
import { milliPerToken } from '#app/contract/money/milli.ts'
import type { PriceHours, PriceRule, TokenRates } from '#app/contract/runs/models.ts'
import type { FileKind } from '#app/contract/base/values.ts'
import { mostLinks, tokensOfALink } from '#app/server/providers/catalogue/costs.ts'
import type { Usage } from '#app/server/providers/kinds.ts'

/** The measures of a file by which models count tokens. */
export type PricedFile = {
  type?: FileKind
  bytes?: number
  pages: number | null
  durationMs: number | null
  /** Whether it accompanies a film, and the longer one of both is billed. */
  isCompanion?: boolean
}

export type Priced = {
  prompt: string
  options: OptionValues
  /** Bytes of the other text sent: history and system prompt. */
  contextBytes?: number
  /** Files sent to the model, those of earlier turns included. */
  files?: readonly PricedFile[]
  /** The maximum length of the answer, in the model's tokens. */
  maxOutputTokens?: number
}

type Per = NonNullable<PriceRule['per']>

/** Returns the highest price of a run in milli-tokens. Quote and hold both use this. Throws on a rule that yields no price. */
export function priceOf(rule: PriceRule, priced: Priced): number {
  const searches = mostSearches(rule, priced)
  const measured = rule.per && highestOf(rule.per, quotedUnits(rule.per, priced, searches))
  const price = apply(rule, priced, {
    measured,
    searches,
    images: mostImages(rule, priced),
    programs: mostPrograms(rule, priced),
    times: highestFactor(rule),
  })
  if (!Number.isSafeInteger(price) || price < 0) throw new RangeError(`a price rule gave ${price}`)
  return price
}

export type Charged = {
  priced: Priced
  /** Usage measured by the service or by us. Missing or invalid numbers are charged as quoted. */
  usage: Usage | undefined
  /** The quoted price in milli-tokens. */
  held: number
  /** The start of the request to the service; without it, the dearest hours are charged. */
  startedAt?: Date | undefined
}

/** Returns the final cost in milli-tokens: the same rule applied to the measured usage, between 0 and the quoted price. */
export function chargeOf(rule: PriceRule, { priced, usage = {}, held, startedAt }: Charged): number {
  const most = mostSearches(rule, priced)
  const searches = usage.searches ?? most
  const images = usage.images ?? mostImages(rule, priced)
  const mostRun = mostPrograms(rule, priced)
  const programs = Math.min(usage.programs ?? mostRun, mostRun)
  const times = startedAt ? factorAt(rule, startedAt) : highestFactor(rule)
  const amounts = { searches, images, programs, times }
  if (!rule.per) return within(held, apply(rule, priced, { measured: null, ...amounts }))
  const used = usedUnits(rule.per, usage)
  const units = used.every(isKnown) ? used : quotedUnits(rule.per, priced, most).map((unit, index) => used[index] ?? unit)
  // Without its input, the request may have had the dearest rates.
  const measured = used[0] === undefined ? highestOf(rule.per, units) : amountOf(rule.per, units, cachedOf(usage))
  return within(held, apply(rule, priced, { measured, ...amounts }))
}

const cachedOf = ({ cachedTokens }: Usage) => (isKnown(cachedTokens) && Number.isFinite(cachedTokens) ? Math.max(0, cachedTokens) : 0)

const isKnown = (unit: number | undefined): unit is number => unit !== undefined

/** Rounding tolerance: a floating-point sum slightly above a whole number must not cost another milli-token. */
const hair = 1e-6

type Amounts = { measured: number | null; searches: number; images: number; programs: number; times: number }

function apply(
  { base, factors = {}, ...extra }: PriceRule,
  { options }: Priced,
  { measured, searches, images, programs, times }: Amounts,
): number {
  const factor = Object.entries(factors).reduce((product, [option, values]) => product * (values[String(options[option])] ?? 1), 1)
  // Adding 0 turns -0 into 0.
  const extras = searches * (extra.searches?.each ?? 0) + images * (extra.images?.each ?? 0) + programs * (extra.programs?.each ?? 0)
  const total = ((base + (measured ?? 0)) * factor + extras) * times
  return Math.ceil(total * milliPerToken - hair) + 0
}

const mostSearches = ({ searches }: PriceRule, { options }: Priced) => (options.search === true ? (searches?.most ?? 0) : 0)

const mostPrograms = ({ programs }: PriceRule, { options }: Priced) => (options.code === true ? (programs?.most ?? 0) : 0)

const mostImages = ({ images }: PriceRule, { options }: Priced) => (options.images === false ? 0 : (images?.most ?? 0))

const within = (held: number, charge: number): number => (charge >= 0 ? Math.min(held, charge) : held)

/** Price per units: one number, or for `model_tokens` one for input and one for output. */
function amountOf(per: Per, [first = Number.NaN, second = Number.NaN]: readonly number[], cached = 0): number {
  if (per.measure === 'model_tokens') {
    const rates = ratesOf(per, first)
    const repeated = Math.min(first, cached)
    return ((first - repeated) * rates.input + repeated * (rates.cached ?? rates.input) + second * rates.output) / per.every
  }
  return Math.ceil(first / per.every) * per.tokens
}

/** The most that input and output of at most these lengths cost: a shorter request may have dearer rates. */
function highestOf(per: Per, units: readonly number[]): number {
  if (per.measure !== 'model_tokens') return amountOf(per, units)
  const [input = Number.NaN, output = Number.NaN] = units
  const limits = (per.long ?? []).flatMap(({ above }) => (above < input ? above : []))
  return Math.max(...[...limits, input].map((length) => amountOf(per, [length, output])))
}

type TokenPer = Extract<Per, { measure: 'model_tokens' }>

/** Returns the rates of a request with so many model tokens of input. */
export const ratesOf = (per: TokenPer, input: number): TokenRates => per.long?.findLast(({ above }) => input > above) ?? per

const highestFactor = ({ hours }: PriceRule) => Math.max(1, hours?.factor ?? 1)

const factorAt = ({ hours }: PriceRule, at: Date) => (hours && isWithin(hours, at) ? hours.factor : 1)

/** Whether the moment is in these hours. Hours that end before they begin go on to the next day. */
function isWithin({ times, days }: PriceHours, at: Date): boolean {
  const clock = at.toISOString().slice(11, 16)
  const day = at.getUTCDay()
  const yesterday = (day + 6) % 7
  return times.some(({ from, to }) =>
    from < to
      ? days.includes(day) && clock >= from && clock < to
      : (days.includes(day) && clock >= from) || (days.includes(yesterday) && clock < to),
  )
}

/** Returns at least one unit: an empty prompt costs as much as one character until it is rejected. */
function quotedUnits(per: Per, priced: Priced, searches: number): number[] {
  if (per.measure === 'prompt_characters') return [Math.max(1, [...priced.prompt].length)]
  if (per.measure === 'model_tokens')
    return [mostInputTokens(priced) + searches * tokensOfASearch + tokensOfTools(priced), mostOutputTokens(priced)]
  if (per.measure === 'input_duration') return [Math.max(1, secondsOf(priced))]
  // A choice of a few lengths has strings as its values.
  const measured = Number(priced.options[per.measure] ?? Number.NaN)
  if (Number.isNaN(measured)) throw new RangeError(`a price by ${per.measure} needs the option "${per.measure}"`)
  return [measured]
}

/** Model tokens added per message for its role, per image, page and second of sound, at the most that the services state. */
const overheadTokens = 64
const tokensOfAnImage = 3_000
const tokensOfAPage = 4_000
const tokensOfASecond = 50
/** Linked pages and the steps of a program are part of the input as well. */
const tokensOfTools = ({ options }: Priced) =>
  (options.links === true ? mostLinks * tokensOfALink : 0) + (options.code === true ? tokensOfCode : 0)
const tokensOfCode = 8_000
/** The pages found by a search are part of the input: a typical amount, because the services state none. */
const tokensOfASearch = 8_000

const tokensOf = ({ type, bytes, pages, durationMs }: PricedFile): number =>
  type === 'text' && bytes !== undefined
    ? bytes + overheadTokens
    : pages !== null
      ? pages * tokensOfAPage
      : durationMs !== null
        ? Math.ceil(durationMs / 1_000) * tokensOfASecond
        : tokensOfAnImage

/** Returns an upper limit: no tokenizer in use produces more tokens than bytes. */
function mostInputTokens({ prompt, contextBytes = 0, files = [] }: Priced): number {
  return Buffer.byteLength(prompt) + contextBytes + files.reduce((sum, file) => sum + tokensOf(file), overheadTokens)
}

function mostOutputTokens({ options, maxOutputTokens }: Priced): number {
  const longest = options.max_output_tokens ?? maxOutputTokens
  if (typeof longest !== 'number') throw new RangeError('a price by what a model writes needs a longest answer')
  return longest
}

/** Returns the length of the given recordings. Each counts in full, because services bill silence too. */
function secondsOf({ files = [] }: Priced): number {
  const [companions, others] = [files.filter((file) => file.isCompanion), files.filter((file) => !file.isCompanion)]
  const sum = (of: typeof files) => of.reduce((total, { durationMs }) => total + (durationMs ?? 0) / 1_000, 0)
  return Math.max(sum(others), sum(companions))
}

function usedUnits(per: Per, usage: Usage): (number | undefined)[] {
  const measures = {
    duration: [usage.seconds],
    prompt_characters: [usage.characters],
    count: [usage.images ?? usage.runs],
    // The length is that of our own file, so the quote is exact.
    input_duration: [undefined],
    model_tokens: [usage.inputTokens, usage.outputTokens],
  }
  return measures[per.measure].map((used) => (used !== undefined && Number.isFinite(used) && used >= 0 ? used : undefined))
}
