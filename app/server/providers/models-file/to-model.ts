import type { PriceRule, TokenRates } from '#app/contract/runs/models.ts'
import type { FileKind } from '#app/contract/base/values.ts'
import { mostPictures, mostSearches, priceOfCost } from '../catalogue/costs.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { input, option, promptFor } from '../catalogue/options.ts'
import { times } from '../scale-price.ts'
import { sendsOfEntry } from './check-sent.ts'
import { factorsOf, toInput, toOptions, toText, toWire, transcribes, viaOf, embeds } from './declared.ts'
import { dayNumber, type Entry, type Price } from './schema.ts'

export function toRule(rule: Price, most = mostPictures): PriceRule {
  const { hours } = rule
  return { ...unitsOf(rule, most), ...(hours && { hours: { ...hours, days: hours.days.map(dayNumber) } }) }
}

function unitsOf(rule: Price, most: number): PriceRule {
  if ('per_run' in rule) return { base: rule.per_run, per: null, ...extrasOf(rule, most) }
  const { base } = rule
  if ('per_1000_tokens_in' in rule) {
    const long = rule.long?.map(({ above, ...rates }) => ({ above, ...ratesOf(rates) })).toSorted((a, b) => a.above - b.above)
    return { base, per: { measure: 'model_tokens', every: 1_000, ...ratesOf(rule), ...(long && { long }) }, ...extrasOf(rule, most) }
  }
  if ('per_image' in rule) return { base, per: { measure: 'count', every: 1, tokens: rule.per_image } }
  if ('per_second' in rule) return { base, per: { measure: 'duration', every: 1, tokens: rule.per_second } }
  if ('per_input_second' in rule) return { base, per: { measure: 'input_duration', every: 1, tokens: rule.per_input_second } }
  // A recording's length is counted by the second.
  if ('per_minute' in rule) return { base, per: { measure: 'input_duration', every: 1, tokens: times(rule.per_minute, 1 / 60) } }
  return { base, per: { measure: 'prompt_characters', every: 1_000, tokens: rule.per_1000_characters } }
}

type Rates = { per_1000_tokens_in: number; per_1000_tokens_out: number; per_1000_tokens_cached?: number | undefined }

const ratesOf = ({ per_1000_tokens_in: input, per_1000_tokens_out: output, per_1000_tokens_cached: cached }: Rates): TokenRates => ({
  input,
  output,
  ...(cached !== undefined && { cached }),
})

type Extras = { per_search?: number; most_searches?: number; per_image?: number; per_program?: number; most_programs?: number }

const extrasOf = (
  { per_search: search, most_searches = mostSearches, per_image: image, per_program: program, most_programs = 1 }: Extras,
  mostImages: number,
) => ({
  ...(search !== undefined && { searches: { each: search, most: most_searches } }),
  ...(image !== undefined && { images: { each: image, most: mostImages } }),
  ...(program !== undefined && { programs: { each: program, most: most_programs } }),
})

const usualMaxLength = 8_000
const usualFiles = 4
const usualMaxOutputTokens = 8_192

/**
 * Converts a model of the operator's. Without `options` it has those common to its kind. A cost without a price is converted like those of
 * the catalogue.
 */
export function toModel(id: string, one: Entry): CatalogueModel {
  const { type = 'text', task } = one
  const what = whatOf(one)
  const longest = one.max_output_tokens ?? usualMaxOutputTokens
  const writes = type === 'text' && what !== 'embedding'
  const always: CatalogueModel['options'] = writes ? { system: option.system, max_output_tokens: option.longest(longest) } : {}
  const { temperature, ...own } = one.options ? toOptions(one.options) : usualOptions(one, what)
  const factors = factorsOf(one.options ?? {})
  const priceAt = ({ price, cost }: Pick<Entry, 'price' | 'cost'>): PriceRule | null => {
    const rule = price ? toRule(price, one.max_images) : cost && priceOfCost(toRule(cost, one.max_images))
    return rule ? { ...rule, ...(factors && { factors }) } : null
  }
  const costAt = (cost: Price): PriceRule => ({ ...toRule(cost, one.max_images), ...(factors && { factors }) })
  const later = one.later && priceAt(one.later)
  const wire = toWire(one)
  return {
    id,
    model: one.model ?? id,
    via: viaOf(one),
    type,
    ...(what === 'transcription' ? { task: 'transcribe' } : what === 'embedding' ? { task: 'embed' } : task && { task }),
    ...(one.timeless && { timeless: true }),
    name: toText(one.name ?? id),
    description: toText(one.description ?? one.name ?? id),
    price: priceAt(one),
    ...(one.cost && { cost: costAt(one.cost) }),
    ...(one.later && later && { later: { from: one.later.from, price: later } }),
    ...(one.later?.cost && { laterCost: { from: one.later.from, cost: costAt(one.later.cost) } }),
    options: { ...own, ...always, ...(temperature && { temperature }) },
    inputs: inputsOf(one),
    prompt: promptOf(one, what),
    ...(writes && { maxOutputTokens: longest, history: one.history ?? true }),
    ...(one.repeatable && { repeatable: true }),
    ...(one.streaming === false && { streams: false as const }),
    ...(one.max_images !== undefined && { pictures: one.max_images }),
    ...(one.partial_images !== undefined && { partialImages: one.partial_images }),
    ...(one.ends !== undefined && { endsAt: one.ends }),
    ...(one.successor !== undefined && { successor: one.successor }),
    ...(wire && { wire }),
  }
}

type Made = Parameters<typeof promptFor>[0]

/** The kind of a model's prompt. */
function whatOf({ type = 'text', via, task }: Entry): Made {
  if (transcribes({ via, task })) return 'transcription'
  if (embeds({ via, task })) return 'embedding'
  if (type === 'audio') return via === 'operation' ? 'music' : 'speech'
  if (task === 'continue_video') return 'continued'
  if (task === 'change_video') return 'changed'
  return task === 'lip_sync' ? 'spoken' : type
}

/** Options that the service gets; an image model without any makes one image. */
function usualOptions(one: Entry, what: Made): CatalogueModel['options'] {
  if (what === 'image') return { count: option.count(1) }
  const sent = sendsOfEntry(one)?.options ?? {}
  return Object.fromEntries(Object.entries(commonOptions(what)).filter(([name]) => Object.hasOwn(sent, name)))
}

function commonOptions(what: Made): CatalogueModel['options'] {
  switch (what) {
    case 'video':
      return { duration: option.seconds({ from: 1, to: 10, preset: 5 }) }
    case 'music':
      return { duration: option.seconds({ from: 10, to: 120, preset: 30 }) }
    case 'transcription':
      return { language: option.language, terms: option.terms }
    default:
      return {}
  }
}

function promptOf(
  { type = 'text', prompt_max_length: given, prompt_placeholder: placeholder, prompt_examples: examples = [] }: Entry,
  what: Made,
) {
  const usual = type === 'text' ? 40_000 : usualMaxLength
  const maxLength = what === 'transcription' || what === 'embedding' ? 0 : (given ?? (what === 'spoken' ? 0 : usual))
  const prompt = promptFor(what, maxLength)
  return { ...prompt, ...(placeholder !== undefined && { placeholder: toText(placeholder) }), examples: examples.map(toText) }
}

function inputsOf(one: Entry): CatalogueModel['inputs'] {
  const { via, task, inputs, takes_pictures } = one
  if (inputs) return inputs.map((entry) => toInput(entry, one))
  const what = whatOf(one)
  if (what === 'transcription') return [input.recording()]
  if (what === 'embedding') return []
  if (what === 'spoken') return [input.film, input.speech]
  if (what === 'continued' || what === 'changed') return [input.film]
  if (task) return [input.givenPicture]
  const read: FileKind[] = via === 'text' ? ['text'] : []
  const max = Math.min(usualFiles, sendsOfEntry(one)?.roles.reference ?? usualFiles)
  return input.files(takes_pictures ? ['image', ...read] : read, { max })
}
