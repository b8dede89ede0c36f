import * as v from 'valibot'
import { ApiError, type ApiFailure } from '#app/contract/api-result.ts'
import { textsIn } from '#app/contract/text.ts'

/** Of a call that no page of ours can have made: a made-up one, or one of a page much older than this server. */
export const badCall: ApiFailure = {
  statusCode: 422,
  statusMessage: 'InternalError',
  message: 'The call does not carry what it must',
  detail: '',
  code: 'invalid_input',
}

/**
 * Types a server function's input by the contract's schema. What the values must be is checked by the API, which is the one that can
 * say what is wrong in the person's language; refused here is what is no plain data, or of another type altogether.
 */
export function accept<S extends v.GenericSchema<object>>(schema: S) {
  return (input: v.InferInput<S>): v.InferInput<S> => {
    if (typeof input !== 'object' || input === null || Array.isArray(input) || !isPlain(input)) throw new ApiError(badCall)
    const { success, output, issues = [] } = v.safeParse(schema, input)
    if (issues.some(isOfAnotherType)) throw new ApiError(badCall)
    // The API repairs free text; an identifier that is not well-formed cannot even be written into an address.
    for (const { text } of textsIn(success ? output : input)) if (!text.isWellFormed()) throw new ApiError(badCall)
    return input
  }
}

/** The same where no API stands behind the function to check the values: they must be as the schema says. */
export function acceptExactly<S extends v.GenericSchema<object>>(schema: S) {
  return (input: v.InferInput<S>): v.InferOutput<S> => {
    const parsed = v.safeParse(schema, input)
    if (!parsed.success) throw new ApiError(badCall)
    return parsed.output
  }
}

const types = new Set(['string', 'number', 'boolean', 'object', 'strict_object', 'loose_object', 'array', 'record', 'null'])

/** A value that is missing is something else: a person may have left it out. */
function isOfAnotherType({ kind, type, received }: v.BaseIssue<unknown>): boolean {
  return kind === 'schema' && types.has(type) && received !== 'undefined'
}

const limits = { values: 20_000, depth: 32 }

/** Whether it is data that JSON can carry as it is, and not so much of it that looking through it would hurt. */
export function isPlain(data: unknown): boolean {
  let left = limits.values
  const look = (value: unknown, depth: number): boolean => {
    left -= 1
    if (left < 0 || depth > limits.depth) return false
    if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'string') return true
    if (typeof value === 'number') return Number.isFinite(value)
    // A list can say that it is long without being so.
    if (Array.isArray(value)) return value.length <= left && value.every((item) => look(item, depth + 1))
    if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false
    return Object.values(value).every((item) => look(item, depth + 1))
  }
  return look(data, 0)
}
