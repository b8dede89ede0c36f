import type { Model, ModelInput, OptionSchema, OptionsSchema } from '#app/contract/runs/models.ts'

/** Options that concern one model alone: a seed means another picture in each. */
const isOwn = (schema: OptionSchema) => 'x-control' in schema && schema['x-control'] === 'seed'

/** Returns the options that all models have, with the values that all accept. Conditions on other options are left to the API. */
export function sharedOptions(models: readonly Pick<Model, 'options'>[]): OptionsSchema {
  const [first, ...others] = models
  const entries = Object.entries(first?.options.properties ?? {}).flatMap(([name, schema]) => {
    let shared: OptionSchema | undefined = isOwn(schema) || schema['x-when'] ? undefined : schema
    for (const { options } of others) {
      const other = options.properties[name]
      shared = shared && other && !other['x-when'] ? overlap(shared, other) : undefined
    }
    return shared ? [[name, shared] as const] : []
  })
  return { type: 'object', properties: Object.fromEntries(entries), additionalProperties: false }
}

/** Returns the values that both accept; undefined if those are fewer than two. */
function overlap(one: OptionSchema, other: OptionSchema): OptionSchema | undefined {
  if (one.type === 'boolean') return other.type === 'boolean' ? one : undefined
  if (one.type === 'string') {
    if (other.type !== 'string') return undefined
    if (!('enum' in one) || !('enum' in other)) return undefined
    const values = one.enum.filter((value) => other.enum.includes(value) && !other['x-choices-when']?.[value])
    const [first] = values
    if (first === undefined || values.length < 2) return undefined
    return { ...one, enum: values, default: values.includes(one.default) ? one.default : first }
  }
  if (other.type !== one.type || !('minimum' in other)) return undefined
  const [step = 1, otherStep = 1] = [one.multipleOf, other.multipleOf]
  const multipleOf = Math.max(step, otherStep)
  const minimum = Math.max(one.minimum, other.minimum)
  const maximum = Math.min(one.maximum, other.maximum)
  // Steps that do not divide each other meet too rarely for a slider.
  const fits = (value: number) => Number.isInteger(Math.round((value / Math.min(step, otherStep)) * 1e6) / 1e6)
  if (!fits(multipleOf) || (minimum - one.minimum) % step !== 0 || (minimum - other.minimum) % otherStep !== 0) return undefined
  if (maximum - minimum < multipleOf) return undefined
  const usual = one.default ?? minimum
  const within = Math.min(maximum, Math.max(minimum, usual))
  return { ...one, minimum, maximum, multipleOf, default: minimum + Math.round((within - minimum) / multipleOf) * multipleOf }
}

/** Returns the files that all models take, in the same role. */
export function sharedInputs(models: readonly Pick<Model, 'inputs'>[]): ModelInput[] {
  const [first, ...others] = models
  return (first?.inputs ?? []).flatMap((input) => {
    if (input.role === 'mask') return []
    const alike = others.map(({ inputs }) => inputs.find(({ role }) => role === input.role))
    if (!alike.every((other) => other !== undefined)) return []
    const types = input.types.filter((type) => alike.every((other) => other.types.includes(type)))
    return types.length > 0 ? [{ ...input, types, max: Math.min(input.max, ...alike.map(({ max }) => max)) }] : []
  })
}
