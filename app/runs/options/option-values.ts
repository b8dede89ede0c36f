import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { OptionSchema, OptionsSchema } from '#app/contract/runs/models.ts'

export type OptionValue = OptionValues[string]

export const isSeed = (schema: OptionSchema): boolean => 'x-control' in schema && schema['x-control'] === 'seed'

/** Returns the options sent if nothing was changed. A seed has no default, because the server picks one. */
export function defaultOptions({ properties }: OptionsSchema): OptionValues {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
  )
}

export function accepts(schema: OptionSchema, value: unknown): value is OptionValue {
  if ('enum' in schema) return typeof value === 'string' && schema.enum.includes(value)
  if (schema.type === 'string') return typeof value === 'string' && value.length <= schema.maxLength
  if (schema.type === 'boolean') return typeof value === 'boolean'
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  if (schema.type === 'integer' && !Number.isInteger(value)) return false
  return value >= schema.minimum && value <= schema.maximum
}

/** Whether every value is one that the model accepts today. */
export const acceptsAll = ({ properties }: OptionsSchema, values: OptionValues): boolean =>
  Object.entries(values).every(([name, value]) => {
    const schema = properties[name]
    return schema !== undefined && accepts(schema, value)
  })

/** Returns the values of a stored draft, an older run or another model that this model accepts, and its defaults for the rest. */
export function fitOptions(schema: OptionsSchema, values: Readonly<Record<string, unknown>>): OptionValues {
  const fitting = Object.entries(schema.properties).flatMap(([name, property]) => {
    const value = values[name]
    return accepts(property, value) ? [[name, value] as const] : []
  })
  return { ...defaultOptions(schema), ...Object.fromEntries(fitting) }
}

/** Sets an option; `undefined` leaves it to the server. */
export function setOption(values: OptionValues, name: string, value: OptionValue | undefined): OptionValues {
  const { [name]: _, ...others } = values
  return value === undefined ? others : { ...others, [name]: value }
}
