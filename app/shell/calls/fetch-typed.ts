import { ApiError, type ApiFailure, type ApiResult, localFailure } from '#app/contract/base/api-result.ts'
import { failureHeader } from '#app/contract/base/failure-header.ts'
import { readFailure } from '#app/contract/base/read-failure.ts'
import { foreignWords } from './foreign-words.ts'
import { isSessionEnd } from './session-endings.ts'
import { isRenewedSince, sessionResumed } from './session-hold.ts'
import { reportFailure } from './session-signals.ts'

/** Headers that mark the framework's own responses. */
const ownHeaders = ['x-tss-serialized', 'x-tss-raw']

/**
 * `fetch` for server functions: a missing response, and one that is not our server's, become an `ApiError` like every other failure. An
 * aborted call stays aborted.
 */
export async function fetchTyped(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (init?.signal?.aborted) throw error
    throw new ApiError(localFailure('offline'))
  })
  if (ownHeaders.some((name) => response.headers.has(name))) return response
  // The framework's redirects are JSON without these headers. A page is a proxy's, or asks the browser to prove itself.
  if (response.ok && isJson(response)) return response
  const body: unknown = await response.json().catch(() => undefined)
  throw new ApiError(described(response.ok ? localFailure('unreadable') : readFailure(response, body)))
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.includes('json') ?? false

/** Adds the sentence for the answer of a proxy, for all who show the failure. */
const described = (failure: ApiFailure): ApiFailure => ({ ...failure, detail: failure.detail || (foreignWords(failure) ?? '') })

/**
 * Fetches for a page whose session may end: a call refused for that reason waits until the owner has signed in again, and is then repeated.
 */
export async function fetchAgain(...call: Parameters<typeof fetch>): Promise<Response> {
  const sentAt = performance.now()
  const response = await fetchTyped(...call)
  const code = response.headers.get(failureHeader)
  if (!code || !isSessionEnd({ code })) return response
  return (await mayRepeat({ code }, sentAt)) ? fetchTyped(...call) : response
}

/** Makes a call outside server functions, such as an upload, with the same repetition; an aborted call is not repeated. */
export async function callAgain<Data>(call: () => Promise<ApiResult<Data>>, signal?: AbortSignal): Promise<ApiResult<Data>> {
  const sentAt = performance.now()
  const answer = await call()
  if (answer.ok || !isSessionEnd(answer.error)) return answer
  return (await mayRepeat(answer.error, sentAt)) && !signal?.aborted ? call() : answer
}

async function mayRepeat(failure: { code: string }, sentAt: number): Promise<boolean> {
  if (isRenewedSince(sentAt)) return true
  reportFailure(failure)
  return sessionResumed()
}
