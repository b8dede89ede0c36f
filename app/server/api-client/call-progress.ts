import { getRequest, setResponseHeader, setResponseStatus } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { ApiError } from '#app/contract/api-result.ts'
import { failureHeader } from '#app/contract/failure-header.ts'
import { badCall } from './accept.ts'

type CallProgress = { reached: boolean }
const calls = new WeakMap<Request, CallProgress>()

/** The call of a server function that this request is; undefined while a page is rendered, which calls them without a request of their own. */
const callOf = () => calls.get(getRequest())

/** From now on a fault is the function's own: its input could be read. */
export function markReached(): void {
  const call = callOf()
  if (call) call.reached = true
}

/** A failed call is one for HTTP too; a failure while a page is rendered says nothing of the page. */
export function answerWithStatus(statusCode: number, code: string): void {
  if (!callOf() || statusCode < 400 || statusCode > 599) return
  setResponseStatus(statusCode)
  setResponseHeader(failureHeader, code)
}

/**
 * Answers calls that never get to a server function, because they are not written as one, or for one that is not there, with a typed
 * 4xx: by itself the framework would take them for faults of the server.
 */
export async function refuseUnreadable<T extends { response: Response }>(next: () => Promise<T>): Promise<T> {
  const request = getRequest()
  const call: CallProgress = { reached: false }
  calls.set(request, call)
  // Seen here and not by the parser, whose complaint would quote what was sent into the log.
  if (!(await isReadable(request))) throw malformed()
  const answer = await next().catch((error: unknown) => {
    if (call.reached || error instanceof Response) throw error
    throw new ApiError({ ...badCall, statusCode: 404, code: 'not_found' })
  })
  if (call.reached || answer.response.ok) return answer
  const { status, headers } = answer.response
  if (status === 405) {
    setResponseHeader('allow', headers.get('allow') ?? '')
    throw new ApiError({ ...badCall, statusCode: 405, code: 'method_not_allowed' })
  }
  if (status >= 500) throw malformed()
  return answer
}

const malformed = () => new ApiError({ ...badCall, statusCode: 400, code: 'malformed_json' })

/** Whether the input of the call, if it has any, is written as the framework writes it. */
async function isReadable(request: Request): Promise<boolean> {
  const inUrl = request.method === 'GET' ? new URL(request.url).searchParams.get('payload') : null
  const isJson = request.method === 'POST' && Boolean(request.headers.get('content-type')?.includes('application/json'))
  try {
    // A body of another kind need only be whole: the framework would log the reason why one broke off.
    if (!inUrl && !isJson) return Boolean(await request.clone().arrayBuffer())
    const { success } = v.safeParse(callSchema, JSON.parse(inUrl ?? (await request.clone().text())))
    return success
  } catch {
    return false
  }
}

const callSchema = v.object({ t: v.object({ t: v.number() }) })
