import { createMiddleware } from '@tanstack/react-start'
import * as v from 'valibot'
import { ApiError } from '#app/contract/api-result.ts'
import { answerWithStatus, markReached } from '#app/server/api-client/call-progress.ts'
import { reportReached } from './connection.ts'
import { failureOf } from './failure-of.ts'
import { fetchAgain } from './fetch-typed.ts'
import { trackCall } from './pending-calls.ts'
import { reportFailure } from './session-signals.ts'

const failedAnswerSchema = v.object({
  result: v.object({ ok: v.literal(false), error: v.object({ statusCode: v.number(), code: v.string() }) }),
})

/** The failure in a server function's `ApiResult`, if any. */
function failureIn(answer: object) {
  const failed = v.safeParse(failedAnswerSchema, answer)
  return failed.success ? failed.output.result.error : undefined
}

/**
 * Wraps every server function. On the server a failure also sets the status of the response. In the browser every failure, network errors
 * included, is an `ApiError`, and the end of a session notifies the page.
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
