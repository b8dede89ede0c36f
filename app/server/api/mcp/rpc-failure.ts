import { apiErrorStatus, type ApiErrorCode } from '#app/contract/base/error-codes.ts'
import type { ErrorBody } from '#app/contract/base/errors.ts'
import type { Locale } from '#config'
import type { Problem } from '../../core/problem.ts'
import { translate } from '../../i18n.ts'
import { answerRunFailed, missingText, programTexts, RunFailed } from '../openai/openai-errors.ts'
import { problemBody } from '../answers/problem-answer.ts'
import { asText, type ToolResult } from './tool.ts'

/** Describes a problem as the HTTP API does, with the sentences for programs. */
function bodyOf(problem: Problem, locale: Locale, errorId?: string): ErrorBody {
  const body = problemBody(problem, locale, errorId)
  const own = programTexts[problem.code]
  if (own) body.detail = translate(locale, own)
  for (const field of Object.values(body.fields ?? {})) if (field.code === 'required') field.detail = translate(locale, missingText)
  return body
}

/** Returns a failure as the result of a tool, so that the client's model reads what it can do. */
export function failedResult(failure: Problem | RunFailed, locale: Locale, errorId?: string): ToolResult {
  if (failure instanceof RunFailed) {
    const { code, message: detail, param } = answerRunFailed(failure, locale).body.error
    return { content: [asText({ error: { code, detail, param } })], isError: true }
  }
  return { content: [asText({ error: bodyOf(failure, locale, errorId) })], isError: true }
}

/** Codes of JSON-RPC; the others are -32000, for errors of a server. */
const rpcCodes: Partial<Record<ApiErrorCode, number>> = { malformed_json: -32_700, invalid_input: -32_600, internal: -32_603 }

/** Returns a failure of a whole request, as JSON-RPC. */
export function describeRpcFailure(failure: Problem | RunFailed, locale: Locale, errorId?: string) {
  if (failure instanceof RunFailed) throw failure
  const { detail: message, ...data } = bodyOf(failure, locale, errorId)
  const headers: Record<string, string> = {}
  if (failure.retryAfter !== undefined) headers['retry-after'] = String(Math.ceil(failure.retryAfter))
  if (failure.code === 'unauthorized') headers['www-authenticate'] = 'Bearer'
  if (failure.code === 'method_not_allowed') headers.allow = 'POST'
  const error = { code: rpcCodes[failure.code] ?? -32_000, message, data }
  return {
    status: failure.code === 'invalid_input' ? 400 : apiErrorStatus[failure.code],
    headers,
    body: { jsonrpc: '2.0', id: null, error },
  }
}
