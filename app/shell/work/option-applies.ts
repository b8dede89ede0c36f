import type { OptionValues } from '#app/contract/generations.ts'
import type { OptionSchema } from '#app/contract/models.ts'

/** Whether an option has a meaning with the values of the others. */
export function optionApplies(schema: Pick<OptionSchema, 'x-when'>, values: OptionValues): boolean {
  const when = schema['x-when']
  if (!when) return true
  const value = values[when.option]
  return typeof value !== 'number' && value !== undefined && when.in.includes(value)
}
