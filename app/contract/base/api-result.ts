import type { ErrorBody } from './errors.ts'

/** Failures without a response of the API. The messages are for logs and the details of an error page; people read a translation. */
export const localFailureMessages = {
  offline: 'The API does not answer',
  unreadable: 'The answer of the API is not as agreed',
  token_missing: 'The answer holds no string token at the configured location',
  page: 'The page failed in the browser',
  session_unreadable: 'Session: unable to extract session',
} as const
export type LocalFailureCode = keyof typeof localFailureMessages

/** A failed call, as the pages see it. */
export type ApiFailure = Omit<ErrorBody, 'code'> & {
  /** The status of the response; 500 without one. */
  statusCode: number
  /**
   * The API's `detail` in the person's language, otherwise the error's own message, otherwise `InternalError`. Never part of an HTTP status
   * line.
   */
  statusMessage: string
  /** A fixed English description; absent for failures that the API describes. */
  message?: string | undefined
  code: ErrorBody['code'] | LocalFailureCode
}

/** The result of a server function: expected failures are values. */
export type ApiResult<T> = { ok: true; data: T } | { ok: false; error: ApiFailure }

/** A failure thrown by a loader or a query. Crosses from the server to the browser with all its fields. */
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

/** Returns a failure for which there is no response of the API. */
export function localFailure(code: LocalFailureCode, errorId?: string): ApiFailure {
  return {
    statusCode: 500,
    statusMessage: 'InternalError',
    message: localFailureMessages[code],
    detail: '',
    code,
    ...(errorId && { error_id: errorId }),
  }
}
