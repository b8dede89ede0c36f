import type { ApiFailure } from './api-result.ts'
import type { ErrorBody } from './errors.ts'
import { type ApiErrorCode, apiErrorStatus, type FieldErrorCode } from './error-codes.ts'

const maxLength = 2_000

/** Reads an error response of our API, of an older version of it, or of a proxy in front of it. */
export function readFailure({ status, statusText }: Pick<Response, 'status' | 'statusText'>, body: unknown): ApiFailure {
  const given = typeof body === 'object' && body !== null ? body : {}
  const read = (name: string): unknown => Reflect.get(given, name)
  const detail = flattenDetail(read('detail'))
  const missingTokens = wholeNumber(read('missing'))
  const ownLimit = wholeNumber(read('limit'))
  const leftOfLimit = wholeNumber(read('left'))
  const fieldErrors = fieldErrorsIn(read('fields'))
  const retryAfter = wholeNumber(read('retry_after'))
  const errorId = text(read('error_id'))
  const code = read('code')
  const known = isErrorCode(code) ? code : codeOf(status)
  return {
    statusCode: status,
    statusMessage: detail || ownMessage(read('message')) || ownMessage(statusText) || 'InternalError',
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

// The Valibot schema of the body is not used, because failures are read in the first load of each page.
const wholeNumber = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) ? value : undefined)
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const isErrorCode = (value: unknown): value is ApiErrorCode => typeof value === 'string' && Object.hasOwn(apiErrorStatus, value)
/** Any code counts, because a newer server may have more; their list would be part of the first load. */
const isFieldErrorCode = (value: unknown): value is FieldErrorCode => typeof value === 'string'

/** Returns all field errors, or none if one is malformed. */
function fieldErrorsIn(value: unknown): ErrorBody['fields'] {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = new Map<string, NonNullable<ErrorBody['fields']>[string]>()
  for (const [name, error] of Object.entries(value)) {
    const given: object = typeof error === 'object' && error !== null ? error : {}
    const code: unknown = Reflect.get(given, 'code')
    const detail = text(Reflect.get(given, 'detail'))
    if (!isFieldErrorCode(code) || detail === undefined) return undefined
    fields.set(name, { code, detail })
  }
  return Object.fromEntries(fields)
}

/** Flattens a sentence, a list of sentences or a list of `{ msg }`, as validators write it. */
function flattenDetail(detail: unknown): string {
  const parts = (Array.isArray(detail) ? detail : [detail]).flatMap((part: unknown) => {
    const text = typeof part === 'object' && part !== null ? (Reflect.get(part, 'msg') ?? Reflect.get(part, 'message')) : part
    return typeof text === 'string' && text.trim() ? [text.trim()] : []
  })
  return [...new Set(parts)].join('; ').slice(0, maxLength)
}

/** Returns the error's own message, unless it reveals the API's URL. */
function ownMessage(message: unknown): string | undefined {
  if (typeof message !== 'string' || !message.trim()) return undefined
  const namesAnAddress = /\w:\/\/|localhost|(?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:]+\]|[\w-]:\d{2,5}|[\w-]\.(?:internal|local)\b/i
  return namesAnAddress.test(message) ? undefined : message.trim().slice(0, maxLength)
}

/** The codes for responses that contain none of ours. */
const codesByStatus: Partial<Record<number, ApiErrorCode>> = {
  401: 'unauthorized',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_attempts',
}

const codeOf = (status: number): ApiErrorCode => codesByStatus[status] ?? (status < 500 ? 'invalid_input' : 'internal')
