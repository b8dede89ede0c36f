import { createMiddleware } from '@tanstack/react-start'
import * as v from 'valibot'
import { ApiError } from '#app/contract/api-result.ts'
import { answerWithStatus, markReached } from '#app/server/api-client/call-progress.ts'
import { trackCall } from './calls-under-way.ts'
import { failureOf } from './fault.ts'
import { fetchAgain } from './fetch-typed.ts'
import { passOn } from './session-signals.ts'

const failedAnswerSchema = v.object({
  result: v.object({ ok: v.literal(false), error: v.object({ statusCode: v.number(), code: v.string() }) }),
})

/** The failure in a server function's `ApiResult`, if that is what it answered. */
function failureIn(answer: object) {
  const failed = v.safeParse(failedAnswerSchema, answer)
  return failed.success ? failed.output.result.error : undefined
}

/**
 * Around every server function. On the server its failure is also the status of the answer. In the browser every failure, one of the
 * network too, is an `ApiError`, and the page hears of one that means that nobody is signed in any more.
 */
export const watchCalls = createMiddleware({ type: 'function' })
  .client(async ({ next }) => {
    try {
      const answer = await trackCall(next({ fetch: fetchAgain }))
      const failure = failureIn(answer)
      if (failure) passOn(failure)
      return answer
    } catch (error) {
      if (error instanceof ApiError) passOn(error.failure)
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
