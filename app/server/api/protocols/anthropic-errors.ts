import type { AnthropicErrorBody } from '#app/contract/protocols/messages.ts'
import type { Locale } from '#config'
import type { Problem } from '../../core/problem.ts'
import { answerProblem, answerRunFailed, RunFailed } from '../openai/openai-errors.ts'

type Answer = { status: number; body: AnthropicErrorBody; headers: Record<string, string> }

/** The types of Anthropic's protocol by the status, which its clients' classes follow. */
const types: Record<number, string> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** Codes of our OpenAI protocol that Anthropic's has a status of its own for. */
const ownStatus: Record<string, number> = { insufficient_quota: 402, model_overloaded: 529 }

/** The code at which a client sends its conversation whole. */
const noThreads = { error_code: 'thread_unsupported_request' } as const

/** Describes a failure in the protocol's shape, with the sentences of the OpenAI protocol. */
export function describeFailure(failure: Problem | RunFailed, locale: Locale, errorId?: string): Answer {
  const {
    status: known,
    body,
    headers,
  } = failure instanceof RunFailed ? answerRunFailed(failure, locale) : answerProblem(failure, locale, errorId)
  const { message, param, code, run_request } = body.error
  const status = ownStatus[code ?? ''] ?? known
  const type = types[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  return {
    status,
    headers,
    body: {
      type: 'error',
      error: { type, message, param, ...(param === 'thread' && { details: noThreads }), ...(run_request && { run_request }) },
    },
  }
}
