import { ApiError } from '#app/contract/base/api-result.ts'
import type { Call } from '#app/contract/base/call.ts'
import { badCall } from './accept.ts'
import type { ApiRequest } from './client.ts'

/**
 * Converts the input of a call to a request. The API checks the values, because only it can explain errors in the person's language; input
 * that cannot be written into a request throws an `ApiError`.
 */
export function requestFor({ method, path, input, idempotency, keyless }: Call, data: unknown): ApiRequest {
  const rest = fieldsOf(data)
  function take(name: string): string {
    const value = rest[name]
    delete rest[name]
    if (typeof value !== 'string' || !value.isWellFormed()) throw new ApiError(badCall)
    return value
  }
  const isKeyed = idempotency !== undefined && !(keyless && rest['idempotency_key'] === undefined)
  const headers = isKeyed ? { 'idempotency-key': take('idempotency_key') } : undefined
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(take(name)))
  return {
    method,
    path: filledPath,
    ...(headers && { headers }),
    ...(input.query && { query: textsOf(rest) }),
    ...(input.body && { body: rest }),
  }
}

function fieldsOf(data: unknown): Record<string, unknown> {
  if (typeof data !== 'object' || Array.isArray(data)) {
    if (data === undefined) return {}
    throw new ApiError(badCall)
  }
  return { ...data }
}

/** Refuses `.` and `..`, which URLs resolve even when percent-encoded: they would lead to another call. */
function encodeSegment(value: string): string {
  if (value === '.' || value === '..') throw new ApiError({ ...badCall, statusCode: 404, code: 'not_found' })
  return encodeURIComponent(value)
}

function textsOf(fields: Record<string, unknown>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (value !== undefined && typeof value !== 'string') throw new ApiError(badCall)
      return [name, value]
    }),
  )
}
