import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { ApiError, type ApiFailure } from '#app/contract/api-result.ts'

const idsOnServer = new WeakMap<object, string>()

/** Logs an error that nobody expected, once, and gives the id to quote. In the browser there is nothing to quote: nobody keeps its log. */
const reportFault = createIsomorphicFn()
  .server((error: object): string | undefined => {
    const known = idsOnServer.get(error)
    if (known) return known
    const id = getGlobalStartContext()?.report?.(error, 'a page failed')
    if (id) idsOnServer.set(error, id)
    return id
  })
  .client((_error: object): string | undefined => undefined)

/** Any error as an error page shows it. What an unexpected one says may hold anything, so none of it is shown or sent. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiError) return error.failure
  const errorId = typeof error === 'object' && error !== null ? reportFault(error) : undefined
  return { statusCode: 500, statusMessage: 'InternalError', detail: '', code: 'internal', ...(errorId && { error_id: errorId }) }
}
