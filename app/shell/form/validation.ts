import type * as v from 'valibot'
import type { ApiFailure } from '#app/contract/base/api-result.ts'

/** An error of a field: one of the contract's codes, or the API's own text. */
export type FieldProblem = { code: string } | { detail: string }

export type CheckOptions<Input> = {
  /** The schema; null if it could not be loaded. */
  schema: v.GenericSchema<Input, unknown> | null
  value: Input
  /** Restricts errors to these fields. */
  only?: ReadonlySet<string> | undefined
  /** Values that the API has refused, by field: invalid until they change. */
  refused: RefusedFields
}

export type RefusedFields = Readonly<Record<string, { value: unknown; detail: string }>>

/** Returns the first error of each field. */
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
  const result = schema?.['~standard'].validate(value)
  if (result instanceof Promise) throw new TypeError('The contract checks without waiting.')
  for (const { path, message } of result?.issues ?? []) {
    const [first] = path ?? []
    const name = String(typeof first === 'object' ? first.key : first)
    fields[name] ??= { code: message }
  }
  return only ? Object.fromEntries(Object.entries(fields).filter(([name]) => only.has(name))) : fields
}

/** Returns the form's fields that a failed call refers to; null if the failure concerns the whole form. */
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
