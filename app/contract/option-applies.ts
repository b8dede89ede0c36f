import type { OptionValues } from './generations.ts'
import type { OptionSchema } from './models.ts'

/** Whether an option has a meaning with the values of the others. */
export function optionApplies(schema: Pick<OptionSchema, 'x-when'>, values: OptionValues): boolean {
  const when = schema['x-when']
  if (!when) return true
  const value = values[when.option]
  return value !== undefined && when.in.includes(value)
}
