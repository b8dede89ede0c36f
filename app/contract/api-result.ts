import type { ErrorBody } from './errors.ts'

/**
 * What can go wrong between the pages and the API without an answer of the API's telling of it. The words are for logs and for the
 * small print of an error page; people read a translation.
 */
export const faultMessages = {
  offline: 'The API does not answer',
  unreadable: 'The answer of the API is not as agreed',
  token_missing: 'The answer holds no string token at the configured location',
  session_unreadable: 'Session: unable to extract session',
} as const
export type FaultCode = keyof typeof faultMessages

/** A failed call, as the pages see it. */
export type ApiFailure = Omit<ErrorBody, 'code'> & {
  /** Of the answer; 500 when there was none. */
  statusCode: number
  /** The API's `detail` in the person's language, else the error's own message, else `InternalError`. Never part of an HTTP status line. */
  statusMessage: string
  /** What happened in fixed English words of ours; absent where only the API knows. */
  message?: string | undefined
  code: ErrorBody['code'] | FaultCode
}

/** What every server function returns: a failure that was to be expected is a value. */
export type ApiResult<T> = { ok: true; data: T } | { ok: false; error: ApiFailure }

/** A failure thrown where a value was needed: by loaders and queries. Crosses from the server to the browser with all its fields. */
export class ApiError extends Error {
  readonly failure: ApiFailure
  constructor(failure: ApiFailure) {
    super(failure.message ?? failure.statusMessage)
    this.name = 'ApiError'
    this.failure = failure
  }

  get statusCode(): number {
    return this.failure.statusCode
  }
}

export function unwrap<T>(result: ApiResult<T>): T {
  if (result.ok) return result.data
  throw new ApiError(result.error)
}

/** The failure of a call that had no answer to quote. */
export function faultOf(code: FaultCode, errorId?: string): ApiFailure {
  return {
    statusCode: 500,
    statusMessage: 'InternalError',
    message: faultMessages[code],
    detail: '',
    code,
    ...(errorId && { error_id: errorId }),
  }
}
