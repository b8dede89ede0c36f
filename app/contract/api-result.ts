import type { ErrorBody } from './errors.ts'

/** A failed call, as the pages see it. `statusMessage` is meant for people: the API's `detail` in their language. */
export type ApiFailure = Omit<ErrorBody, 'code'> & {
  statusCode: number
  statusMessage: string
  /** `offline` when no answer came at all. */
  code: ErrorBody['code'] | 'offline'
}

/** What every server function returns: failures cross to the browser as values, because an exception would lose all but its message. */
export type ApiResult<T> = { ok: true; data: T } | { ok: false; error: ApiFailure }

/** A failure thrown where a value was needed: by loaders and queries. */
export class ApiError extends Error {
  readonly failure: ApiFailure
  constructor(failure: ApiFailure) {
    super(failure.statusMessage)
    this.name = 'ApiError'
    this.failure = failure
  }
}

export function unwrap<T>(result: ApiResult<T>): T {
  if (result.ok) return result.data
  throw new ApiError(result.error)
}
