import { isDeepStrictEqual } from 'node:util'
import type { ModelDocument } from '#app/contract/operator/model-definitions.ts'
import type { ModelInput, PriceRule, TokenRates } from '#app/contract/runs/models.ts'
import { type ServerText, translate } from '../../i18n.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { optionTitles } from '../catalogue/options.ts'
import type { ModelOption } from '../provider.ts'
import type { Wire } from '../connected/wire.ts'
import { dayName } from './schema.ts'

/** Writes a model of a service as the entry that `MODELS_FILE` would have for it, with its cost rather than its price if both are known. */
export function toDocument(provider: string, model: CatalogueModel): ModelDocument {
  const { options, inputs, prompt, later, laterCost, price, cost, wire, type } = model
  const { system: _system, max_output_tokens: _longest, ...own } = options
  return defined({
    provider,
    model: model.model,
    type,
    via: model.via,
    task: model.task,
    name: toWords(model.name),
    description: toWords(model.description),
    ...(cost ? { cost: toPrice(cost) } : { price: price && toPrice(price) }),
    later: later && { from: later.from, ...(laterCost ? { cost: toPrice(laterCost.cost) } : { price: toPrice(later.price) }) },
    ends: model.endsAt,
    successor: model.successor,
    fallback: model.fallback,
    timeless: model.timeless,
    partial_images: model.partialImages,
    max_images: model.pictures,
    repeatable: model.repeatable,
    streaming: model.streams,
    max_output_tokens: model.maxOutputTokens,
    history: type === 'text' && model.task !== 'embed' && !model.history ? false : undefined,
    prompt_max_length: prompt.maxLength,
    prompt_sends: wire?.prompt,
    prompt_placeholder: toWords(prompt.placeholder),
    prompt_examples: prompt.examples.length > 0 ? prompt.examples.map(toWords) : undefined,
    path: wire?.path,
    options: Object.fromEntries(
      // Every text model has these two options.
      Object.entries(type === 'text' ? own : options).map(([name, option]) => [name, toOptionEntry(name, option, { price, wire })]),
    ),
    inputs: inputs.map((input) => toInputEntry(input, wire)),
  })
}

/** Omits what is not stated. Null is not stated either. */
const defined = (entry: Record<string, unknown>): ModelDocument =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined && value !== null))

function toWords(text: ServerText | string): unknown {
  if (typeof text === 'string') return text
  const [en, ru] = [translate('en', text), translate('ru', text)]
  return en === ru ? en : { en, ru }
}

function toPrice(rule: PriceRule): ModelDocument {
  const { hours } = rule
  return { ...toAmounts(rule), ...(hours && { hours: { ...hours, days: hours.days.map(dayName) } }) }
}

function toAmounts({ base, per, searches, images, programs }: PriceRule): ModelDocument {
  const extras = {
    ...(searches && { per_search: searches.each, most_searches: searches.most }),
    ...(images && { per_image: images.each }),
    ...(programs && { per_program: programs.each, most_programs: programs.most }),
  }
  if (!per) return { per_run: base, ...extras }
  const start = base > 0 ? { base } : {}
  if (per.measure === 'model_tokens') {
    const inThousands = (amount: number) => Number(((amount * 1_000) / per.every).toPrecision(9))
    const toRates = ({ input, output, cached }: TokenRates) => ({
      per_1000_tokens_in: inThousands(input),
      per_1000_tokens_out: inThousands(output),
      ...(cached !== undefined && { per_1000_tokens_cached: inThousands(cached) }),
    })
    const long = per.long?.map(({ above, ...rates }) => ({ above, ...toRates(rates) }))
    return { ...start, ...toRates(per), ...(long && { long }), ...extras }
  }
  const keys = { count: 'per_image', duration: 'per_second', input_duration: 'per_input_second', prompt_characters: 'per_1000_characters' }
  return { ...start, [keys[per.measure]]: per.tokens }
}

const toCondition = (when: ModelInput['when']) => when && { [when.option]: when.in.length === 1 ? when.in[0] : when.in }

type Context = { price: PriceRule | null; wire: Wire | undefined }

function toOptionEntry(name: string, option: ModelOption, { price, wire }: Context): ModelDocument {
  const usualTitle = optionTitles[name]
  const sent = wire?.options[name]
  const shared = {
    label: usualTitle && isDeepStrictEqual(usualTitle, option.title) ? undefined : toWords(option.title),
    description: option.description && toWords(option.description),
    more: option['x-group'] === 'more' ? true : undefined,
    only_with: toCondition(option['x-when']),
    sends: sent?.name,
  }
  const factors = price?.factors?.[name]
  if ('enum' in option) {
    const settings = option.enum.map((value) => {
      const label = option['x-labels']?.[value]
      const own = defined({
        label: label && toWords(label),
        sends: sent?.values[value],
        price_factor: factors?.[value],
        only_with: toCondition(option['x-choices-when']?.[value]),
      })
      return [value, Object.keys(own).length > 0 ? own : null] as const
    })
    // An object would put values that look like numbers first.
    const isPlain = settings.every(([, own]) => own === null)
    const control = option['x-control']
    return defined({
      ...shared,
      choices: isPlain ? settings.map(([value]) => value) : Object.fromEntries(settings),
      default: option.default,
      control: name === 'aspect' && control === 'ratio' ? undefined : control,
    })
  }
  if (option.type === 'boolean') return defined({ ...shared, switch: option.default, price_factor: factors })
  if (option.type === 'string') return defined({ ...shared, max_length: option.maxLength, default: option.default || undefined })
  if (option['x-control'] === 'seed') return defined({ ...shared, seed: true })
  const { minimum: from, maximum: to, multipleOf: step, default: preset, 'x-labels': labels } = option
  const control = option['x-control'] ?? 'field'
  return defined({
    ...shared,
    from,
    to,
    step,
    default: preset ?? 'none',
    unit: name === 'duration' && option['x-unit'] === 'second' ? undefined : option['x-unit'],
    labels: labels && Object.fromEntries(Object.entries(labels).map(([value, label]) => [value, toWords(label)])),
    control: control === (name === 'count' ? 'field' : 'slider') ? undefined : control,
  })
}

function toInputEntry({ when, ...input }: ModelInput, wire: Wire | undefined): ModelDocument {
  return defined({ ...input, only_with: toCondition(when), sends: wire?.inputs[input.role]?.name })
}
