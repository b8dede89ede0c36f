import { createMiddleware } from '@tanstack/react-start'
import { ApiError, localFailure } from '#app/contract/base/api-result.ts'
import { answerWithStatus, markReached } from '#app/server/api-client/call-progress.ts'
import { reportReached } from './connection.ts'
import { failureOf } from './failure-of.ts'
import { fetchAgain } from './fetch-typed.ts'
import { trackCall } from './pending-calls.ts'
import { reportFailure } from './session-signals.ts'

/** The failure in a server function's `ApiResult`, if any. */
function failureIn(answer: object): { statusCode: number; code: string } | undefined {
  const result = 'result' in answer ? answer.result : undefined
  if (typeof result !== 'object' || result === null || !('ok' in result) || result.ok !== false || !('error' in result)) return undefined
  const { error } = result
  if (typeof error !== 'object' || error === null || !('statusCode' in error) || !('code' in error)) return undefined
  const { statusCode, code } = error
  return typeof statusCode === 'number' && typeof code === 'string' ? { statusCode, code } : undefined
}

/**
 * Wraps every server function. On the server, a failure also sets the status of the response. In the browser, every failure including
 * network errors is an `ApiError`, and the end of a session is reported to the page.
 */
export const watchCalls = createMiddleware({ type: 'function' })
  .client(async ({ next }) => {
    const sentAt = performance.now()
    try {
      const answer = await trackCall(next({ fetch: fetchAgain }))
      reportReached(sentAt)
      const failure = failureIn(answer)
      if (failure) reportFailure(failure)
      return answer
    } catch (error) {
      if (error instanceof ApiError) reportFailure(error.failure)
      // A proxy has cut the answer off.
      if (error instanceof SyntaxError) throw new ApiError(localFailure('unreadable'))
      throw error
    }
  })
  .server(async ({ next }) => {
    markReached()
    try {
      const answer = await next()
      const failure = failureIn(answer)
      if (failure) answerWithStatus(failure.statusCode, failure.code)
      return answer
    } catch (error) {
      if (error instanceof Error) {
        const { statusCode, code } = failureOf(error)
        answerWithStatus(statusCode, code)
      }
      throw error
    }
  })
