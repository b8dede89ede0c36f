import { ApiError, type ApiResult, faultOf } from '#app/contract/api-result.ts'
import { readFailure } from '#app/contract/read-failure.ts'
import { failureHeader } from '#app/contract/failure-header.ts'
import { isSessionEnd } from './session-endings.ts'
import { sessionResumed } from './session-hold.ts'
import { passOn } from './session-signals.ts'

/** Headers by which the framework knows answers that it wrote itself, and reads them. */
const ownHeaders = ['x-tss-serialized', 'x-tss-raw']

/**
 * `fetch` for server functions: no answer, and an error that something between the browser and the pages answered with, are an
 * `ApiError` like every other failure. A call that was given up stays what it is.
 */
export async function fetchTyped(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (init?.signal?.aborted) throw error
    throw new ApiError(faultOf('offline'))
  })
  if (response.ok || ownHeaders.some((name) => response.headers.has(name))) return response
  const body: unknown = await response.json().catch(() => undefined)
  throw new ApiError(readFailure(response, body))
}

/**
 * The same, for a page whose session may end under it: a call that was refused for that waits until its person has signed in again,
 * and is then sent once more. Nobody has to do anything twice.
 */
export async function fetchAgain(...call: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetchTyped(...call)
  const code = response.headers.get(failureHeader)
  if (!code || !isSessionEnd({ code })) return response
  passOn({ code })
  return (await sessionResumed()) ? fetchTyped(...call) : response
}

/** The same for a call that goes a way of its own, as a file does; not sent once more where it was given up meanwhile. */
export async function callAgain<Data>(call: () => Promise<ApiResult<Data>>, signal?: AbortSignal): Promise<ApiResult<Data>> {
  const answer = await call()
  if (answer.ok || !isSessionEnd(answer.error)) return answer
  passOn(answer.error)
  return (await sessionResumed()) && !signal?.aborted ? call() : answer
}
