import * as v from 'valibot'
import { ApiError, type ApiFailure } from '#app/contract/base/api-result.ts'

/** The answer to input that none of our pages sends: it is forged, or its page is much older than this server. */
export const badCall: ApiFailure = {
  statusCode: 422,
  statusMessage: 'InternalError',
  message: 'The call does not carry what it must',
  detail: '',
  code: 'invalid_input',
}

/** Validates the input of a server function that has no API behind it to do so. */
export function accept<S extends v.GenericSchema<object>>(schema: S) {
  return (input: v.InferInput<S>): v.InferOutput<S> => {
    const parsed = v.safeParse(schema, input)
    if (!parsed.success) throw new ApiError(badCall)
    return parsed.output
  }
}

/** Throws unless the data is plain. */
export function requirePlain(data: unknown): void {
  if (!isPlain(data)) throw new ApiError(badCall)
}

const limits = { values: 20_000, depth: 32 }

/** Whether JSON can carry the data unchanged, and it is small enough to be inspected without blocking the process. */
export function isPlain(data: unknown): boolean {
  let left = limits.values
  const look = (value: unknown, depth: number): boolean => {
    left -= 1
    if (left < 0 || depth > limits.depth) return false
    if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'string') return true
    if (typeof value === 'number') return Number.isFinite(value)
    // A sparse array can claim any length.
    if (Array.isArray(value)) return value.length <= left && value.every((item) => look(item, depth + 1))
    if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false
    return Object.values(value).every((item) => look(item, depth + 1))
  }
  return look(data, 0)
}
