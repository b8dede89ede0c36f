import { type ApiErrorCode, apiErrorStatus, type FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import type { OpenaiErrorBody } from '#app/contract/protocols/openai.ts'
import type { Locale } from '#config'
import { readSentence } from '../../core/making/generations/failed-calls.ts'
import { generationErrorTexts, tooLongText } from '../../core/making/generations/error-texts.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import type { Problem } from '../../core/problem.ts'
import type { Database } from '../../db/database.ts'
import { type ServerText, translate } from '../../i18n.ts'
import { fieldDetail, textValues } from '../answers/problem-answer.ts'
import { errorTexts } from '../answers/error-texts.ts'

type Shape = { status: number; type: string; code: string | null }

const invalidRequest = (status: number, code: string | null): Shape => ({ status, type: 'invalid_request_error', code })
const serverError = (status: number, code: string): Shape => ({ status, type: 'server_error', code })

/** Codes whose status or name in the protocol differs from ours. */
const shapes: Partial<Record<ApiErrorCode, Shape>> = {
  unauthorized: invalidRequest(401, 'invalid_api_key'),
  key_not_allowed: invalidRequest(403, 'insufficient_permissions'),
  not_enough_tokens: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  too_many_attempts: { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  over_account_limit: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  over_key_daily_limit: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  over_key_monthly_limit: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  model_not_allowed: invalidRequest(403, 'model_not_allowed'),
  too_many_waiting: { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  invalid_input: invalidRequest(400, 'invalid_value'),
  malformed_json: invalidRequest(400, 'invalid_json'),
  body_incomplete: invalidRequest(400, 'body_incomplete'),
  internal: serverError(500, 'internal_error'),
  model_unavailable: serverError(503, 'model_unavailable'),
  maintenance: serverError(503, 'maintenance'),
}

/** The words for programs where ours are for people. */
export const programTexts: Partial<Record<ApiErrorCode, ServerText>> = {
  unauthorized: /*i18n*/ { id: 'openai.incorrect_key', message: 'Incorrect API key. Create one in the settings of this server.' },
}
/** For programs: people are asked to fill a field in. */
export const missingText: ServerText = /*i18n*/ { id: 'openai.missing_parameter', message: 'This required parameter is missing.' }

/** Wrong parameters that name something which does not exist. */
const missingThings: Partial<Record<FieldErrorCode, string>> = {
  model_unknown: 'model_not_found',
  response_unknown: 'previous_response_not_found',
  item_unknown: 'item_not_found',
}

/** Failures of a run after its start; nothing was charged. */
const failures: Record<GenerationErrorCode, Shape> = {
  refused: invalidRequest(400, 'content_policy_violation'),
  invalid_input: invalidRequest(400, 'invalid_input'),
  text_too_short: invalidRequest(400, 'text_too_short'),
  nothing_to_say: invalidRequest(400, 'nothing_to_say'),
  no_language_model: invalidRequest(400, 'no_language_model'),
  rate_limited: serverError(503, 'model_overloaded'),
  temporary: serverError(502, 'model_failed'),
  answer_lost: serverError(502, 'answer_lost'),
  provider_auth: serverError(502, 'model_not_set_up'),
  timeout: serverError(504, 'model_timeout'),
  internal: serverError(500, 'internal_error'),
  storage_unavailable: serverError(503, 'storage_unavailable'),
  storage_full: serverError(503, 'storage_full'),
  empty_answer: serverError(502, 'empty_answer'),
  thoughts_only: serverError(502, 'thoughts_only'),
  thought_to_limit: invalidRequest(400, 'thought_to_limit'),
  called_tool: serverError(502, 'called_tool'),
  result_refused: invalidRequest(400, 'content_policy_violation'),
  too_long: invalidRequest(400, 'context_length_exceeded'),
  model_gone: serverError(502, 'model_gone'),
}

/** Thrown if a run fails or is canceled. */
export class RunFailed extends Error {
  override name = 'RunFailed'
  /** Null if the run was canceled elsewhere. */
  readonly reason: GenerationErrorCode | null
  readonly details: FailureDetails
  constructor(reason: GenerationErrorCode | null, details: FailureDetails = {}) {
    super(reason ?? 'canceled')
    this.reason = reason
    this.details = details
  }
}

type FailureDetails = {
  /** For `too_long`: the model tokens that the model reads, if its service states them. */
  limit?: number | null
  /** For `invalid_input`: the parameter that the service named, and its sentence. */
  param?: string | null
  sentence?: string | null
  /** Seconds that the service asks to wait. */
  retryAfter?: number | undefined
}

/** Reads why a run has failed. A refused parameter is explained in the service's own words, which its programs know. */
export async function readFailure(db: Database, { id, errorCode, errorLimit, errorOption, callFailure }: FailedRow): Promise<RunFailed> {
  const sentence = errorCode === 'invalid_input' ? await readSentence(db, id) : null
  const wait = errorCode === 'rate_limited' ? callFailure?.retryMs : undefined
  return new RunFailed(errorCode, {
    limit: errorLimit,
    param: errorOption,
    sentence,
    ...(wait !== undefined && { retryAfter: Math.ceil(wait / 1_000) }),
  })
}
type FailedRow = Pick<GenerationRow, 'id' | 'errorCode' | 'errorLimit' | 'errorOption' | 'callFailure'>

type Answer = { status: number; body: OpenaiErrorBody; headers: Record<string, string> }

export function answerRunFailed({ reason, details: { limit, param = null, sentence, retryAfter } }: RunFailed, locale: Locale): Answer {
  const { status, type, code } = reason ? failures[reason] : invalidRequest(409, 'canceled')
  const general = reason ? translate(locale, generationErrorTexts[reason]) : 'The run was canceled.'
  const message = sentence ?? (limit == null ? general : translate(locale, tooLongText, { limit }))
  const body = { error: { message, type, param, code } }
  if (retryAfter !== undefined) return { status, body, headers: { 'retry-after': String(retryAfter) } }
  // The queue has already retried, so a client's automatic retry would only start another run.
  return { status, body, headers: { 'x-should-retry': 'false' } }
}

export function answerProblem(problem: Problem, locale: Locale, errorId = ''): Answer {
  const { status, type, code } = shapes[problem.code] ?? invalidRequest(apiErrorStatus[problem.code], problem.code)
  const { reason } = problem
  const general = reason
    ? translate(locale, reason.text, reason.values)
    : translate(locale, programTexts[problem.code] ?? errorTexts[problem.code], textValues(problem, errorId))
  const headers: Record<string, string> = {}
  if (problem.retryAfter !== undefined) headers['retry-after'] = String(Math.ceil(problem.retryAfter))
  // A retry cannot succeed without more tokens, nor before the next day.
  if (code === 'insufficient_quota') headers['x-should-retry'] = 'false'
  if (status === 401) headers['www-authenticate'] = 'Bearer'

  // The caller's own client repeats nothing that only the owner can allow.
  if (problem.runRequest) headers['x-should-retry'] = 'false'
  const asked = problem.runRequest && { run_request: problem.runRequest }
  const [field] = Object.entries(problem.fields ?? {})
  if (!field) return { status, body: { error: { message: general, type, param: null, code, ...asked } }, headers }
  const [param, wrong] = field
  const detail = wrong === 'required' ? translate(locale, missingText) : fieldDetail(field, problem, locale)
  const message = `${param}: ${detail}`
  const missing = missingThings[wrong]
  if (missing) return { status: 404, body: { error: { message: detail, type, param, code: missing } }, headers }
  const known = wrong === 'prompt_too_long' ? 'context_length_exceeded' : wrong === 'unsupported' ? 'unsupported_parameter' : code
  return { status, body: { error: { message, type, param, code: known } }, headers }
}
