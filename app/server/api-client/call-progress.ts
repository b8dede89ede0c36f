import { getRequest, setResponseHeader, setResponseStatus } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { ApiError } from '#app/contract/base/api-result.ts'
import { failureHeader } from '#app/contract/base/failure-header.ts'
import { badCall } from './accept.ts'

type CallProgress = { reached: boolean }
const calls = new WeakMap<Request, CallProgress>()

/** Undefined while a page is rendered, because the server then calls functions without requests. */
const callOf = () => calls.get(getRequest())

/** Marks the input as readable; any later error is the function's own. */
export function markReached(): void {
  const call = callOf()
  if (call) call.reached = true
}

/** Sets an error status for a failed call. During the rendering of a page, a failed call does not change the page's status. */
export function answerWithStatus(statusCode: number, code: string): void {
  if (!callOf() || statusCode < 400 || statusCode > 599) return
  setResponseStatus(statusCode)
  setResponseHeader(failureHeader, code)
}

/**
 * Answers malformed calls and calls of unknown server functions with a typed 4xx; the framework would answer with 500.
 */
export async function rejectUnreadable<T extends { response: Response }>(next: () => Promise<T>): Promise<T> {
  const request = getRequest()
  const call: CallProgress = { reached: false }
  calls.set(request, call)
  // Checked before the framework's parser, which would log a part of the input.
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

/** Whether the input of the call, if any, is in the framework's format. */
async function isReadable(request: Request): Promise<boolean> {
  const inUrl = request.method === 'GET' ? new URL(request.url).searchParams.get('payload') : null
  const isJson = request.method === 'POST' && Boolean(request.headers.get('content-type')?.includes('application/json'))
  try {
    // The body is read ahead; otherwise the framework logs that it was truncated.
    if (!inUrl && !isJson) return Boolean(await request.clone().arrayBuffer())
    const { success } = v.safeParse(callSchema, JSON.parse(inUrl ?? (await request.clone().text())))
    return success
  } catch {
    return false
  }
}

const callSchema = v.object({ t: v.object({ t: v.number() }) })
