import type { OptionValues } from './generations.ts'
import type { ChoiceSchema, OptionSchema } from './models.ts'

/** Whether an option applies with the current values of the others. */
export const optionApplies = ({ 'x-when': when }: Pick<OptionSchema, 'x-when'>, values: OptionValues): boolean => holds(when, values)

/** Returns the values that can be chosen with the current values of the other options. */
export const choicesOf = (schema: Pick<ChoiceSchema, 'enum' | 'x-choices-when'>, values: OptionValues): string[] =>
  schema.enum.filter((choice) => holds(schema['x-choices-when']?.[choice], values))

/** Whether a condition on another option holds. */
export function holds(when: OptionSchema['x-when'], values: OptionValues): boolean {
  if (!when) return true
  const value = values[when.option]
  return value !== undefined && when.in.includes(value)
}
