import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { ApiError, type ApiFailure } from '#app/contract/base/api-result.ts'

const idsOnServer = new WeakMap<object, string>()

/** Logs an unexpected error once and returns its id. In the browser there is neither a log nor an id. */
const reportFault = createIsomorphicFn()
  .server((error: object): string | undefined => {
    const known = idsOnServer.get(error)
    if (known) return known
    const id = getGlobalStartContext()?.report?.(error, 'a page failed')
    if (id) idsOnServer.set(error, id)
    return id
  })
  .client((_error: object): string | undefined => undefined)

/** Converts any error to a failure. The message of an unexpected one may contain anything, so it is neither shown nor sent. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiError) return error.failure
  const errorId = typeof error === 'object' && error !== null ? reportFault(error) : undefined
  return { statusCode: 500, statusMessage: 'InternalError', detail: '', code: 'internal', ...(errorId && { error_id: errorId }) }
}
