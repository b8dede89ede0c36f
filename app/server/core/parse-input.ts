import * as v from 'valibot'
import { type FieldErrorCode, fieldErrorCodes } from '#app/contract/base/error-codes.ts'
import { isStorable, textsIn } from '#app/contract/base/text.ts'
import { Problem } from './problem.ts'

/** Returns the code of an issue. Schemas use our codes as messages; a wrong type or a missing key gets its code here. */
function codeOf(issue: v.BaseIssue<unknown>): FieldErrorCode {
  const known = fieldErrorCodes.find((code) => code === issue.message)
  if (known) return known
  return issue.received === 'undefined' ? 'required' : 'invalid'
}

/** Parses untrusted input, or throws `invalid_input` with a code per field. Repairs only the strings of `freeText`. */
export function parseInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input)
  if (result.success) {
    const refused = [...textsIn(result.output)].filter(({ text }) => !isStorable(text))
    if (refused.length === 0) return result.output
    throw new Problem('invalid_input', {
      fields: Object.fromEntries(refused.map(({ place }) => [fieldAt(place), 'characters_invalid' as const])),
    })
  }
  const fields: Record<string, FieldErrorCode> = {}
  // Clients know the name of the field, but not the part of the request.
  const bounds: NonNullable<Problem['bounds']> = {}
  for (const issue of result.issues) {
    const name = v.getDotPath(issue)?.replace(/^(?:params|query|body)\.?/, '') ?? ''
    if (name in fields) continue
    fields[name] = codeOf(issue)
    const { requirement } = issue
    if (typeof requirement === 'number') bounds[name] = { value: requirement, unit: issue.type === 'max_length' ? 'character' : null }
  }
  throw new Problem('invalid_input', { fields, bounds })
}

/** Fields of a query have no nested fields. */
const fieldAt = ([part, ...names]: readonly string[]) => (part === 'query' ? (names[0] ?? '') : names.join('.'))
