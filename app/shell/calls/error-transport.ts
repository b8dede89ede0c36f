import { createSerializationAdapter } from '@tanstack/react-router'
import { ApiError, type ApiFailure } from '#app/contract/base/api-result.ts'
import { failureOf } from './failure-of.ts'

/**
 * Transports errors from the server to the browser, with a page or with a server function's response. They arrive complete, so that an
 * error page is the same on both sides. An unexpected error is reduced to the id under which it was logged.
 */
export const errorTransport = createSerializationAdapter<Error, ApiFailure>({
  key: 'api-error',
  test: (value): value is Error => value instanceof Error,
  toSerializable: failureOf,
  fromSerializable: (failure) => new ApiError(failure),
})
