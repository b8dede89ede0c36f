import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Model, OptionSchema } from '#app/contract/runs/models.ts'
import { sortOf } from './model-sort.ts'
import { defaultOptions } from '#app/runs/options/option-values.ts'

/** Returns the approximate price of a run with default options, in tokens: for sorting, never for charging. */
export function usualPrice({ price: { base, per }, options }: Pick<Model, 'price' | 'options'>): number {
  if (!per) return base
  if (per.measure === 'model_tokens') return base + ((usualLength.read * per.input + usualLength.written * per.output) / per.every || 0)
  const { duration, count } = defaultOptions(options)
  const measured = {
    duration: Number(duration ?? 1),
    count: Number(count ?? 1),
    prompt_characters: usualCharacters,
    input_duration: usualRecordingSeconds,
  }[per.measure]
  return base + Math.ceil(measured / per.every) * per.tokens
}

const usualLength = { read: 200, written: 800 }
const usualCharacters = 500
const usualRecordingSeconds = 600

/** Returns the available model most similar to this one: same sort of prompt, same inputs, similar price. */
export function nearestModel(models: readonly Model[], model: Model): Model | undefined {
  const distance = (other: Model): number => {
    const lacking = model.inputs.filter(({ role }) => !other.inputs.some((input) => input.role === role)).length
    const dearer = Math.abs(Math.log((usualPrice(other) + 1) / (usualPrice(model) + 1)))
    return (sortOf(other) === sortOf(model) ? 0 : 100) + lacking * 10 + dearer
  }
  return models
    .filter(({ id, available }) => available && id !== model.id)
    .map((other) => ({ other, away: distance(other) }))
    .toSorted((a, b) => a.away - b.away)[0]?.other
}

export type Saving = { name: string; schema: OptionSchema; value: number }

/**
 * Returns the option and value for which a run costs at most `available` tokens: a shorter video, fewer images. Undefined if that is not
 * enough or the price depends on something else.
 */
export function affordable(
  model: Pick<Model, 'price' | 'options'>,
  options: OptionValues,
  price: number,
  available: number,
): Saving | undefined {
  const measure = model.price.per?.measure
  if ((measure !== 'duration' && measure !== 'count') || price <= available) return undefined
  const schema = model.options.properties[measure]
  const value = options[measure]
  if (!schema || !('minimum' in schema) || typeof value !== 'number') return undefined
  const { base } = model.price
  const step = schema.multipleOf ?? 1
  // The price is linear in the measure, whatever the factors of the other options.
  const share = (available - base) / (price - base)
  const fitting = Math.floor((value * share) / step) * step
  return fitting >= schema.minimum && fitting < value ? { name: measure, schema, value: fitting } : undefined
}
