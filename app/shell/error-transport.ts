import { createSerializationAdapter } from '@tanstack/react-router'
import { ApiError, type ApiFailure } from '#app/contract/api-result.ts'
import { failureOf } from './fault.ts'

/**
 * How errors cross from the server to the browser, with a page or as the answer of a server function: with every field, so that an
 * error page says the same on both sides. An unexpected error crosses as the id under which it was logged.
 */
export const errorTransport = createSerializationAdapter<Error, ApiFailure>({
  key: 'api-error',
  test: (value): value is Error => value instanceof Error,
  toSerializable: failureOf,
  fromSerializable: (failure) => new ApiError(failure),
})
