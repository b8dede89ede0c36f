import * as v from 'valibot'
import type { KeyFault } from '#app/contract/operator/connections.ts'
import type { CallPhase } from '#app/contract/base/call-failures.ts'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import { EgressRefused } from '../../egress/egress-refused.ts'
import { noteAnswer } from '../call-report.ts'
import { ProviderError } from '../provider.ts'
import { type FailureKind, kindOfCodes, readTooLong, tooLongCodes } from './service-rules.ts'

/** A failed response of a service, from the AI SDK or an adapter of ours. */
export type Failure = {
  /** The status; undefined if the error came within a successful response. */
  status?: number | undefined
  headers?: Headers | Record<string, string> | undefined
  /** The body, used to classify the failure and never stored, because it repeats keys, prompts and addresses. */
  body?: unknown
  /** Whether the failed call was a query, which says nothing about work started earlier. */
  isQuery?: boolean
  /** By default `headers` for a status, and `result` for work that the service reports as failed. */
  phase?: CallPhase | undefined
  errno?: string | undefined
}

type Verdict = {
  code: GenerationErrorCode
  what: string
  final?: boolean
  nothingStarted?: boolean
  keyFault?: KeyFault
  limit?: number | undefined
}

const longestBody = 64 * 1024
/** Longest pause in milliseconds; a service that requests a longer one counts as unavailable for this run. */
const longestRetryMs = 60 * 60_000

/**
 * Turns any error of a call to a service into a `ProviderError`. Neither the text nor the original error itself is attached. `phase` is
 * that of the whole call, if it is known.
 */
export function classifyError(provider: string, error: unknown, phase?: CallPhase): ProviderError {
  const chain = causesOf(error)
  const own = chain.find((one) => one instanceof ProviderError)
  if (own) return own
  if (chain.some((one) => one instanceof EgressRefused)) return toError(provider, strayed, { phase: 'connect' })
  for (const one of chain) {
    const call = v.safeParse(apiCallSchema, one)
    // A connection that breaks in the middle of a response has the status 200.
    if (call.success && (call.output.statusCode === undefined || call.output.statusCode >= 300)) {
      const { statusCode, responseHeaders, responseBody, data } = call.output
      if (statusCode !== undefined)
        return classifyFailure(provider, { status: statusCode, headers: responseHeaders, body: responseBody ?? data, phase })
    }
  }
  const within = chain.map((one) => v.safeParse(streamErrorSchema, one)).find(({ success }) => success)
  if (within?.success) {
    const { type, code, message, statusCode, data } = within.output
    return classifyFailure(provider, { status: statusCode, body: [data, { type, code, message }], phase: 'stream' })
  }
  const verdict = chain.map(verdictOfName).find((one) => one !== undefined)
  return toError(provider, verdict ?? { code: 'internal', what: `our own call failed${nameOf(error)}` }, {
    ...placeOf(chain),
    ...(phase && { phase }),
  })
}

/** Classifies a response that was read without the AI SDK, or an error within a stream. */
export function classifyFailure(provider: string, failure: Failure): ProviderError {
  noteAnswer(failure.body)
  const words = wordsOf(failure.body)
  const phase = failure.phase ?? (failure.status === undefined ? 'result' : 'headers')
  return toError(provider, verdictOf(provider, failure.status, words), { ...failure, phase }, words)
}

function toError(
  provider: string,
  verdict: Verdict,
  { status, headers, isQuery = false, phase, errno }: Failure,
  words?: Words,
): ProviderError {
  const { code, what, final, keyFault, limit, nothingStarted = isDefinite(status) && !isQuery } = verdict
  const message = `${provider}: ${what}${status === undefined ? '' : ` (HTTP ${status})`}`
  return new ProviderError(code, message, {
    ...(code === 'rate_limited' || code === 'temporary' ? { retryAfterMs: retryAfterOf(headers) ?? words?.retryMs } : {}),
    ...(final && { final }),
    ...(code === 'invalid_input' && words && { named: words.named }),
    nothingStarted,
    keyFault,
    limit,
    status,
    phase,
    errno,
  })
}

/** Statuses of gateways, which may have forwarded the request. */
const doubtful: ReadonlySet<number> = new Set([408, 502, 504])
const isDefinite = (status: number | undefined) => status !== undefined && !doubtful.has(status)

const apiCallSchema = v.object({
  statusCode: v.optional(v.number()),
  responseHeaders: v.optional(v.record(v.string(), v.string())),
  responseBody: v.optional(v.string()),
  data: v.optional(v.unknown()),
  /** Only errors of calls to a service have a URL. */
  url: v.string(),
})

/** An error event of a stream. The SDK derives the status from the code. */
const streamErrorSchema = v.object({
  name: v.literal('AI_StreamProviderError'),
  message: v.optional(v.string()),
  type: v.optional(v.unknown()),
  code: v.optional(v.unknown()),
  statusCode: v.optional(v.number()),
  data: v.optional(v.unknown()),
})

const causedSchema = v.object({ cause: v.optional(v.unknown()), lastError: v.optional(v.unknown()) })

/** Returns the error and its causes, outermost first. */
function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  let one = error
  while (one !== undefined && one !== null && chain.length < 6) {
    chain.push(one)
    const caused = v.safeParse(causedSchema, one)
    one = caused.success ? (caused.output.lastError ?? caused.output.cause) : undefined
  }
  return chain
}

const temporary = (what: string): Verdict => ({ code: 'temporary', what })
const misset = (what: string): Verdict => ({ code: 'provider_auth', what })
const strayed: Verdict = { ...misset('a call would leave the address of the service'), final: true, nothingStarted: true }
const keyRefused: Verdict = { ...misset('the service did not take the key'), keyFault: 'refused' }
const noMoney: Verdict = { ...misset('the account has run out of money'), keyFault: 'no_money' }
const busy: Verdict = { code: 'rate_limited', what: 'the service is busy', keyFault: 'busy' }
const unusable: Verdict = { code: 'invalid_input', what: 'the service did not take the input' }
const refusal: Verdict = { code: 'refused', what: 'the service refused the content' }
const refusedResult: Verdict = { code: 'result_refused', what: 'the service refused the result' }
const gone: Verdict = { code: 'model_gone', what: 'the service does not have the model' }
const tooLong = (limit: number | undefined): Verdict => ({ code: 'too_long', what: 'the request is longer than the model reads', limit })
const broken = temporary('the service is broken')

/** The verdicts of `service-rules.ts`. */
const verdictsOfKinds: Record<Exclude<FailureKind, 'refused'>, Verdict> = {
  gone,
  key: keyRefused,
  money: noMoney,
  busy,
  broken,
}

type Words = {
  /** Codes, types and states of the error, in lower case. */
  codes: string[]
  /** The complete text, which distinguishes failures with the same code. */
  text: string
  /** The delay in the body: Google's `RetryInfo`. */
  retryMs: number | undefined
  /** Whether the body quotes the input that a moderator refused, as OpenRouter does. */
  isFlagged: boolean
  /** Whether the body states that a result was refused, as OpenAI does. */
  isOfResult: boolean
  /** llama.cpp's field for the most model tokens that it reads. */
  contextSize: number | undefined
  /** The last parts of the parameters' names or paths that the body gives as the reason, in lower case. */
  named: string[]
}

const refusedCodes =
  /moderation_blocked|content_policy|content_filter|contentfilter|content-filter|safety|responsibleai|refusal|prohibited_content|sensitive|data_?inspection|usage_policy|prompt_is_improper|content-moderated/
const refusedText =
  /rejected (?:as a result of|by) (?:our|the) safety|safety system|safety checks?\b|content management policy|content violates|violates? (?:our |the )?(?:usage|content|safety) (?:guidelines|policy|policies)|(?:blocked|rejected) by (?:our |the )?(?:content )?(?:moderation|content|safety)|flagged (?:by|as|for)|content exists risk/
/** A refusal of what the model made: xAI, DashScope and Anthropic have the code of a refused prompt for it. */
const resultText = /generated \w+ (?:was )?rejected|output (?:\w+ )?(?:may contain|(?:was )?blocked)/
const keyText =
  /api[ _-]?key (?:not valid|is invalid|not found|expired)|(?:incorrect|invalid) api[ _-]?key|api_key_invalid|invalid x-api-key/
const moneyCodes = /insufficient_quota|billing|payment_required|insufficient_(?:balance|funds|credits?)|quota_exceeded_permanently/
const moneyText =
  /credit balance is too low|exceeded your current quota|billing (?:hard limit|details)|insufficient (?:balance|credits?|funds)|used all available credits|exhausted balance|(?:not have|n['’]t have|not) enough credits/
const busyCodes = /rate_?limit|too_many_requests|resource_exhausted|throttl/
const brokenCodes = /overloaded|server_error|internal|unavailable|api_error|timeout|deadline/
const inputCodes = /invalid_request|invalid_argument|invalid_value|bad_request|unprocessable|validation/
const goneCodes = /model_not_found|not_found/
const goneText = /^model not exist\.?$/m
const authCodes = /authentication|permission|invalid_api_key|unauthenticated|unauthorized|forbidden/

function verdictOf(service: string, status: number | undefined, words: Words): Verdict {
  const { codes, text, isFlagged, isOfResult } = words
  const has = (pattern: RegExp) => codes.some((code) => pattern.test(code))
  const kind = kindOfCodes(service, codes)
  // Services use different statuses for a refusal.
  const isRefusal = kind === undefined && (status === 451 || isFlagged || has(refusedCodes) || (isOurs(status) && refusedText.test(text)))
  if (isRefusal || kind === 'refused') return isOfResult || resultText.test(text) ? refusedResult : refusal
  if (kind !== undefined) return verdictsOfKinds[kind]
  if (status === 402 || (isOurs(status) && (has(moneyCodes) || moneyText.test(text)))) return noMoney
  if (status === 401 || status === 403 || (isOurs(status) && keyText.test(text))) return keyRefused
  const length = isOurs(status) ? readTooLong(text) : undefined
  if (status === 413 || length || has(tooLongCodes)) return tooLong(words.contextSize ?? length?.limit)
  if (status === undefined) return verdictWithin(has)
  if (status === 429) return busy
  if (status === 404 || status === 410) return gone
  if (status === 405) return misset('the service does not know the call')
  if (status === 408 || status === 409 || status === 425) return temporary('the service did not finish')
  if (status >= 400 && status < 500) return has(goneCodes) || goneText.test(text) ? gone : unusable
  return status >= 500 ? broken : temporary('the service answered with something else')
}

/** Classifies a failure within a successful answer, which has no status of its own. */
function verdictWithin(has: (pattern: RegExp) => boolean): Verdict {
  if (has(busyCodes)) return busy
  if (has(brokenCodes)) return temporary('the service failed in the middle of its answer')
  if (has(authCodes)) return keyRefused
  if (has(goneCodes)) return gone
  return has(inputCodes) ? unusable : temporary('the service failed in the middle of its answer')
}

/** Whether the failure may be due to our request; a server error is not, whatever its text. */
const isOurs = (status: number | undefined) => status === undefined || (status >= 400 && status < 500)

const brokenNames =
  /^(?:AI_(?:InvalidResponseData|JSONParse|TypeValidation|EmptyResponseBody|NoContentGenerated|NoOutputGenerated|NoImageGenerated|NoSpeechGenerated|NoVideoGenerated|Download|APICall)Error|SocketError|\w*TimeoutError|ConnectTimeout\w*|HeadersTimeout\w*|BodyTimeout\w*|ResponseAborted)$/
/** Of those, the errors of calls that may have had no answer. */
const unansweredNames = /^(?:AI_APICallError|SocketError|(?:Connect|Headers)?Timeout\w*|ResponseAborted)$/
const settingNames = /^AI_(?:LoadAPIKey|LoadSetting|NoSuchModel|NoSuchProvider|NoSuchProviderReference|UnsupportedModelVersion)Error$/
const inputNames =
  /^AI_(?:InvalidPrompt|InvalidArgument|InvalidDataContent|InvalidMessageRole|MessageConversion|UnsupportedFunctionality)Error$/
const unreachedCodes = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/
const networkCodes = /^(?:E[A-Z]{3,}|UND_ERR_\w+|ERR_SSL\w*|ERR_TLS\w*|CERT_\w+|HPE_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/

const namedSchema = v.object({
  name: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
  code: v.optional(v.unknown()),
})

function verdictOfName(error: unknown): Verdict | undefined {
  const named = v.safeParse(namedSchema, error)
  if (!named.success) return undefined
  const { name, message, code } = named.output
  if (settingNames.test(name)) return misset('the service is not set up')
  if (inputNames.test(name)) return unusable
  if (brokenNames.test(name)) return temporary('the answer was broken')
  if (typeof code === 'string' && networkCodes.test(code))
    return { ...temporary('the service could not be reached'), nothingStarted: unreachedCodes.test(code) }
  if (name === 'TypeError' && /^(?:fetch failed|terminated|network error)$/i.test(message)) return temporary('the connection broke')
  return undefined
}

const connectCodes = /^(?:ERR_SSL\w*|ERR_TLS\w*|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/

/** Returns how far a call came, from the error and its causes. Errors of code that made no call have no phase. */
function placeOf(chain: readonly unknown[]): Pick<Failure, 'phase' | 'errno'> {
  const known = chain.flatMap((one) => {
    const named = v.safeParse(namedSchema, one)
    return named.success ? [named.output] : []
  })
  const errno = known.flatMap(({ code }) => (typeof code === 'string' && networkCodes.test(code) ? [code] : []))[0]
  if (errno !== undefined && (unreachedCodes.test(errno) || connectCodes.test(errno))) return { phase: 'connect', errno }
  const hasAnswer = chain.some((one) => {
    const call = v.safeParse(apiCallSchema, one)
    return call.success && call.output.statusCode !== undefined
  })
  const isBroken = known.some(
    ({ name, message }) => (name === 'TypeError' && message === 'terminated') || (brokenNames.test(name) && !unansweredNames.test(name)),
  )
  if (hasAnswer || errno === 'UND_ERR_BODY_TIMEOUT') return { phase: 'stream', errno }
  if (errno !== undefined && !known.some(({ message }) => message === 'terminated')) return { phase: 'headers', errno }
  if (isBroken) return { phase: 'stream', errno }
  return { phase: known.some(({ message }) => message === 'fetch failed') ? 'headers' : undefined, errno }
}

const retryInfoSchema = v.object({ retryDelay: v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)?s$/)) })

/** Keys under which services name a parameter: OpenAI `param`, FastAPI `loc`, Google and Replicate `field`, Zod `path`. */
const placeKeys = /^(?:param|parameter|field|loc|path)$/

/** Returns the last name of `input.duration`, `["body", "duration"]` or `/parameters/durationSeconds`. */
function lastName(place: unknown): string[] {
  const names = Array.isArray(place) ? place : typeof place === 'string' ? place.slice(0, 200).split(/[./]/) : []
  const last: unknown = names.findLast((name) => typeof name === 'string' && /^[a-z]\w*$/i.test(name))
  return typeof last === 'string' ? [last.toLowerCase()] : []
}

const codeKeys = /^(?:code|type|status|reason|err_?code|error_?type|finish_?reason|block_?reason)$/i

/** Returns the message of an error body, in any of the services' formats. */
function wordsOf(body: unknown): Words {
  const text = typeof body === 'string' ? body.slice(0, longestBody) : ''
  const parsed = typeof body === 'string' ? parse(text) : body
  const codes: string[] = []
  const texts: string[] = typeof parsed === 'string' ? [parsed] : []
  let retryMs: number | undefined
  let contextSize: number | undefined
  const named: string[] = []
  let isFlagged = false
  let isOfResult = false
  const visit = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > 5) return
    const retry = v.safeParse(retryInfoSchema, value)
    if (retry.success) retryMs = Math.min(Number.parseFloat(retry.output.retryDelay) * 1_000, longestRetryMs)
    for (const [key, one] of Object.entries(value).slice(0, 50)) {
      if (key === 'flagged_input') isFlagged = true
      if (key === 'moderation_stage' && one === 'output') isOfResult = true
      if (key === 'n_ctx' && typeof one === 'number' && one > 0) contextSize = one
      if (placeKeys.test(key)) named.push(...lastName(one))
      const isCode = codeKeys.test(key)
      if (typeof one === 'string') (isCode ? codes : texts).push(one.toLowerCase().slice(0, 2_000))
      else if (isCode && typeof one === 'number') codes.push(String(one))
      else visit(one, depth + 1)
    }
  }
  visit(parsed, 0)
  return { codes, text: texts.join('\n').toLowerCase().slice(0, longestBody), retryMs, isFlagged, isOfResult, contextSize, named }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function retryAfterOf(headers: Failure['headers']): number | undefined {
  if (!headers) return undefined
  const all = new Headers(headers)
  const millis = readNumber(all.get('retry-after-ms'))
  if (millis !== undefined) return Math.min(millis, longestRetryMs)
  const value = all.get('retry-after')
  const seconds = readNumber(value)
  if (seconds !== undefined) return Math.min(seconds * 1_000, longestRetryMs)
  const at = value === null ? Number.NaN : Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - Date.now()), longestRetryMs)
}

const readNumber = (value: string | null): number | undefined =>
  value !== null && /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : undefined

/** Returns a name for the log, so that an error of our own can be found; its text may contain anything. */
function nameOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  return /^\w{1,60}$/.test(name) ? `: ${name}` : ''
}
