import { randomInt } from 'node:crypto'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import { choicesOf, holds, optionApplies } from '#app/contract/runs/option-applies.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { ModelOption } from '#app/server/providers/provider.ts'
import { Problem } from '../../problem.ts'

const ajv = new Ajv({ allErrors: true, useDefaults: true, multipleOfPrecision: 6 })

const codes: Partial<Record<string, FieldErrorCode>> = {
  additionalProperties: 'unknown_field',
  enum: 'not_an_option',
  minimum: 'too_small',
  exclusiveMinimum: 'too_small',
  maximum: 'too_large',
  exclusiveMaximum: 'too_large',
  required: 'required',
  maxLength: 'too_long',
  pattern: 'not_drawable',
}

/**
 * Validates options against the model's JSON Schema and fills in defaults and a random seed. An option or a choice that does not apply is
 * replaced by the option's default. Two given values that exclude each other are rejected, because neither may win.
 */
export function checkOptions(options: Record<string, ModelOption>, given: OptionValues): OptionValues {
  const values: OptionValues = { ...given }
  const validate = validatorOf(options)
  if (!validate(values)) {
    const errors = validate.errors ?? []
    throw new Problem('invalid_input', {
      fields: Object.fromEntries(errors.map((error) => [`options.${fieldOf(error)}`, codes[error.keyword] ?? 'invalid'])),
      bounds: Object.fromEntries(
        errors.flatMap((error) => {
          const value: unknown = error.params.limit
          const name = fieldOf(error)
          return typeof value === 'number' ? [[`options.${name}`, { value, unit: unitOf(options[name]) }]] : []
        }),
      ),
    })
  }
  const opposed = Object.keys(given).filter((name) =>
    excludedBy(options, name, values).some((other) => other in given && excludedBy(options, other, values).includes(name)),
  )
  if (opposed.length > 0)
    throw new Problem('invalid_input', { fields: Object.fromEntries(opposed.map((name) => [`options.${name}`, 'not_together' as const])) })
  for (const [name, option] of Object.entries(options)) {
    if (option.default !== undefined && !(optionApplies(option, values) && isOffered(option, values[name], values)))
      values[name] = option.default
    if (option.type === 'integer' && option['x-control'] === 'seed') values[name] ??= randomInt(option.minimum, option.maximum)
  }
  return values
}

/** The other options whose values do not allow that of an option. */
function excludedBy(options: Record<string, ModelOption>, name: string, values: OptionValues): string[] {
  const option = options[name]
  if (!option) return []
  const value = values[name]
  const choice = 'enum' in option && typeof value === 'string' ? option['x-choices-when']?.[value] : undefined
  return [option['x-when'], choice].flatMap((rule) => (rule && !holds(rule, values) ? [rule.option] : []))
}

const isOffered = (option: ModelOption, value: OptionValues[string] | undefined, values: OptionValues): boolean =>
  !('enum' in option) || choicesOf(option, values).some((choice) => choice === value)

/** A module-level cache, because its content depends on the model alone. Compiling is slow, and Ajv retains every schema it is given. */
const validators = new WeakMap<Record<string, ModelOption>, ValidateFunction>()

function validatorOf(options: Record<string, ModelOption>): ValidateFunction {
  const known = validators.get(options)
  if (known) return known
  const properties = Object.fromEntries(Object.entries(options).map(([name, option]) => [name, validationOf(option)]))
  const validate = ajv.compile({ type: 'object', properties, additionalProperties: false })
  validators.set(options, validate)
  return validate
}

/** Selects the keywords that constrain a value. */
function validationOf(option: ModelOption) {
  if ('enum' in option) return { type: option.type, enum: option.enum, default: option.default }
  if (option.type === 'string')
    return {
      type: option.type,
      maxLength: option.maxLength,
      ...(option.pattern !== undefined && { pattern: option.pattern }),
      default: option.default,
    }
  if (option.type === 'boolean') return { type: option.type, default: option.default }
  const { type, minimum, maximum, multipleOf, default: preset } = option
  return { type, minimum, maximum, ...(multipleOf !== undefined && { multipleOf }), ...(preset !== undefined && { default: preset }) }
}

const unitOf = (option: ModelOption | undefined): 'second' | 'character' | null =>
  option?.type === 'string' ? 'character' : option && 'x-unit' in option && option['x-unit'] === 'second' ? 'second' : null

function fieldOf(error: ErrorObject): string {
  const extra: unknown = error.params.additionalProperty
  return typeof extra === 'string' ? extra : error.instancePath.slice(1)
}
