import * as v from 'valibot'
import { type ApiResult, faultOf } from '#app/contract/api-result.ts'
import { readFailure } from '#app/contract/read-failure.ts'
import { config, type Locale } from '#config'
import { badCall } from './accept.ts'
import type { ApiTransport, ReportFault } from './transport.ts'

export type ApiMethod = 'GET' | 'POST' | 'DELETE' | 'PATCH' | 'PUT'

export type ApiCall<T = unknown> = {
  method: ApiMethod
  /** Below the API's base path, for instance `/v1/models`. */
  path: string
  query?: Record<string, string | number | boolean | readonly string[] | undefined>
  /** Sent as JSON unless it is form data, or a stream of whatever the headers say. */
  body?: unknown
  headers?: Record<string, string>
  token?: string | undefined
  /** The answer's shape; a 2xx that does not fit is a fault. `noContent` for answers without a body. */
  response: v.GenericSchema<unknown, T>
}

export const noContent = v.undefined()

export type ApiClientOptions = {
  transport: ApiTransport
  locale: Locale
  clientAddress: string | undefined
  /** The person's browser, by which they know their own sessions. */
  userAgent: string | undefined
  report?: ReportFault | undefined
}

/** Sends the call and returns the raw answer, whatever its status. Throws only when no answer came. */
export function sendToApi(options: ApiClientOptions, call: Omit<ApiCall, 'response'>, signal?: AbortSignal): Promise<Response> {
  const { transport, clientAddress } = options
  return transport(requestOf(options, call, signal), { clientAddress })
}

function requestOf({ locale, userAgent }: ApiClientOptions, call: Omit<ApiCall, 'response'>, signal?: AbortSignal): Request {
  const url = new URL(`http://api.internal${config.api.basePath}${call.path}`)
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const headers = new Headers({
    accept: 'application/json',
    'accept-language': locale,
    ...(userAgent && { 'user-agent': userAgent }),
    ...call.headers,
  })
  if (call.token) headers.set('authorization', `Bearer ${call.token}`)
  const isStream = call.body instanceof ReadableStream
  const isJson = call.body !== undefined && !isStream && !(call.body instanceof FormData)
  if (isJson) headers.set('content-type', 'application/json')
  const body = call.body instanceof FormData || call.body instanceof ReadableStream ? call.body : isJson ? JSON.stringify(call.body) : null
  // Without `duplex` a request refuses to be sent while its body is still coming.
  return new Request(url, { method: call.method, headers, body, signal: signal ?? null, ...(isStream && { duplex: 'half' }) })
}

/** Uploads are as slow as the person's line; everything else that takes longer will not come any more. */
const patienceMs = { ordinary: 30_000, upload: 5 * 60_000 }

/** The one way from the web half to the API. Never throws: what goes wrong is a value. */
export async function callApi<T>(options: ApiClientOptions, call: ApiCall<T>): Promise<ApiResult<T>> {
  const patience = AbortSignal.timeout(call.body instanceof FormData ? patienceMs.upload : patienceMs.ordinary)
  let request: Request
  try {
    request = requestOf(options, call, patience)
  } catch {
    // A value that cannot be written into a request, such as a line break in a header, is the caller's fault.
    return { ok: false, error: badCall }
  }
  let response: Response
  let body: unknown
  try {
    response = await options.transport(request, options)
    body = response.status === 204 ? undefined : readJson(await response.text())
  } catch (error) {
    return { ok: false, error: faultOf('offline', options.report?.(error, 'the API does not answer')) }
  }
  if (!response.ok) return { ok: false, error: readFailure(response, body) }
  const parsed = v.safeParse(call.response, body)
  if (parsed.success) return { ok: true, data: parsed.output }
  const places = parsed.issues.map((issue) => v.getDotPath(issue))
  return {
    ok: false,
    error: faultOf('unreadable', options.report?.(undefined, `an answer of ${call.path} does not fit at ${places.join(', ')}`)),
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
