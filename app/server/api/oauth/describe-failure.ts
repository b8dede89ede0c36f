import { apiErrorStatus } from '#app/contract/base/error-codes.ts'
import type { Locale } from '#config'
import type { Problem } from '../../core/problem.ts'
import { RunFailed } from '../openai/openai-errors.ts'
import { problemBody } from '../answers/problem-answer.ts'

/** Describes what fails for reasons beyond OAuth, such as too many calls, with the two fields that its clients read. */
export function describeProgramFailure(failure: Problem | RunFailed, locale: Locale, errorId?: string) {
  if (failure instanceof RunFailed) throw failure
  const { detail, code } = problemBody(failure, locale, errorId)
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  if (failure.retryAfter !== undefined) headers['retry-after'] = String(Math.ceil(failure.retryAfter))
  const error = apiErrorStatus[code] >= 500 || code === 'too_many_attempts' ? 'temporarily_unavailable' : 'invalid_request'
  return { status: apiErrorStatus[code], headers, body: { error, error_description: detail } }
}
