import type { StandardSchemaV1, ValidationLogicFn } from '@tanstack/react-form'
import type { ApiFailure } from '#app/contract/api-result.ts'

/** What is wrong with a field: one of the contract's codes, or the API's own words for it. */
export type FieldProblem = { code: string } | { detail: string }

/**
 * Nothing is said before the first try. From then on a field that is wrong is looked at again with every change, so that its
 * error goes the moment it is mended; a field that is right is left alone until the next try.
 */
export const afterFirstTry: ValidationLogicFn = ({ event, form, validators, runValidation }) => {
  const looks = !event.async && (event.type === 'submit' || (event.type === 'change' && form.state.submissionAttempts > 0))
  return runValidation({ form, validators: looks ? [{ fn: validators?.onDynamic, cause: 'dynamic' }] : [] })
}

export type CheckOptions<Input> = {
  schema: StandardSchemaV1<Input, unknown>
  value: Input
  /** Of these alone it is told; without it of all. */
  only?: ReadonlySet<string> | undefined
  /** Values the API has refused, by field: wrong for as long as they stay. */
  refused: RefusedFields
}

export type RefusedFields = Readonly<Record<string, { value: unknown; detail: string }>>

/** Field → its first problem. */
export function checkFields<Input extends Record<string, unknown>>({
  schema,
  value,
  only,
  refused,
}: CheckOptions<Input>): Record<string, FieldProblem> {
  const fields: Record<string, FieldProblem> = {}
  for (const [name, { value: refusedValue, detail }] of Object.entries(refused)) {
    if (value[name] === refusedValue) fields[name] = { detail }
  }
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) throw new TypeError('The contract checks without waiting.')
  for (const { path, message } of result.issues ?? []) {
    const [first] = path ?? []
    const name = String(typeof first === 'object' ? first.key : first)
    fields[name] ??= { code: message }
  }
  return only ? Object.fromEntries(Object.entries(fields).filter(([name]) => only.has(name))) : fields
}

/** Which of the form's fields a failed call speaks of; null when it speaks of none, and the whole form is meant. */
export function refusedFields(
  { code, detail, fields = {} }: ApiFailure,
  value: Record<string, unknown>,
  fieldOf: Partial<Record<ApiFailure['code'], string>>,
): RefusedFields | null {
  const named = Object.entries(fields).map(([name, problem]) => [name, problem.detail] as const)
  const own = fieldOf[code]
  const found = (own ? [[own, detail] as const] : named).filter(([name]) => name in value)
  if (found.length === 0) return null
  return Object.fromEntries(found.map(([name, words]) => [name, { value: value[name], detail: words }]))
}
