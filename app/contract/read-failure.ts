import * as v from 'valibot'
import type { ApiFailure } from './api-result.ts'
import { type ApiErrorCode, errorBodySchema } from './errors.ts'

const { code, fields, missing, limit, left, retry_after, error_id } = errorBodySchema.entries
const maxLength = 2_000

/** Reads an error response of our API, of an older version of it, or of a proxy in front of it. */
export function readFailure({ status, statusText }: Pick<Response, 'status' | 'statusText'>, body: unknown): ApiFailure {
  const told = typeof body === 'object' && body !== null ? body : {}
  const read = <T>(name: string, schema: v.GenericSchema<unknown, T>): T | undefined => {
    const parsed = v.safeParse(schema, Reflect.get(told, name))
    return parsed.success ? parsed.output : undefined
  }
  const detail = flattenDetail(Reflect.get(told, 'detail'))
  const missingTokens = read('missing', missing)
  const ownLimit = read('limit', limit)
  const leftOfLimit = read('left', left)
  const fieldErrors = read('fields', fields)
  const retryAfter = read('retry_after', retry_after)
  const errorId = read('error_id', error_id)
  const known = read('code', code) ?? codeOf(status)
  return {
    statusCode: status,
    statusMessage: detail || ownMessage(Reflect.get(told, 'message')) || ownMessage(statusText) || 'InternalError',
    detail,
    code: known,
    ...(known === 'sign_up_disabled' && { message: 'signUp is disabled' }),
    ...(fieldErrors && { fields: fieldErrors }),
    ...(missingTokens !== undefined && { missing: missingTokens }),
    ...(ownLimit !== undefined && { limit: ownLimit }),
    ...(leftOfLimit !== undefined && { left: leftOfLimit }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(errorId && { error_id: errorId }),
  }
}

/** A sentence, or a list of sentences or of `{ msg }` as validators write it. */
function flattenDetail(detail: unknown): string {
  const parts = (Array.isArray(detail) ? detail : [detail]).flatMap((part: unknown) => {
    const text = typeof part === 'object' && part !== null ? (Reflect.get(part, 'msg') ?? Reflect.get(part, 'message')) : part
    return typeof text === 'string' && text.trim() ? [text.trim()] : []
  })
  return [...new Set(parts)].join('; ').slice(0, maxLength)
}

/** The error's own message, unless it reveals the API's address. */
function ownMessage(message: unknown): string | undefined {
  if (typeof message !== 'string' || !message.trim()) return undefined
  const namesAnAddress =
    /\w+:\/\/|localhost|(?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:]+\]|[\w-]+(?:\.[\w-]+)*:\d{2,5}|\b[\w-]+\.(?:internal|local)\b/i
  return namesAnAddress.test(message) ? undefined : message.trim().slice(0, maxLength)
}

/** For responses without one of our codes. */
const codesByStatus: Partial<Record<number, ApiErrorCode>> = {
  401: 'unauthorized',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_attempts',
}

const codeOf = (status: number): ApiErrorCode => codesByStatus[status] ?? (status < 500 ? 'invalid_input' : 'internal')
