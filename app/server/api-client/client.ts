import type * as v from 'valibot'
import { type ApiFailure, type ApiResult, localFailure } from '#app/contract/base/api-result.ts'
import type { Call } from '#app/contract/base/call.ts'
import { readAnswer } from '#app/contract/base/read-answer.ts'
import { readFailure } from '#app/contract/base/read-failure.ts'
import { config, type Locale } from '#config'
import { badCall } from './accept.ts'
import { isToken } from './read-tokens.ts'
import type { ApiTransport, ReportError } from './transport.ts'

export type ApiRequest = {
  method: Call['method']
  /** Path below the API's base path, for instance `/v1/models`. */
  path: string
  query?: Record<string, string | undefined>
  /** Sent as JSON unless it is form data, or a stream, whose type is in `headers`. */
  body?: unknown
  headers?: Record<string, string>
  accessToken?: string | undefined
}

export type ApiClientOptions = {
  transport: ApiTransport
  locale: Locale
  clientAddress: string | undefined
  /** User agent of the person's browser; the list of their sessions names it. */
  userAgent: string | undefined
  /** The web request that calls are made for. */
  webRequest?: object | undefined
  report?: ReportError | undefined
  /** Calls that were started before the page asked for them. */
  started?: StartedCalls | undefined
}

/** Sends the request and returns the response, whatever its status. Throws only without a response. */
export function sendToApi(options: ApiClientOptions, request: ApiRequest, signal?: AbortSignal): Promise<Response> {
  const { transport, clientAddress } = options
  return transport(toFetchRequest(options, request, signal), { clientAddress })
}

function toFetchRequest({ locale, userAgent }: ApiClientOptions, request: ApiRequest, signal?: AbortSignal): Request {
  const { method, path, query = {}, body, accessToken } = request
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  const isStream = body instanceof ReadableStream
  const isJson = body !== undefined && !isStream && !(body instanceof FormData)
  return new Request(`http://api.internal${config.api.basePath}${path}${search}`, {
    method,
    headers: {
      accept: 'application/json',
      'accept-language': locale,
      ...(userAgent && { 'user-agent': userAgent }),
      ...request.headers,
      ...(isToken(accessToken) && { authorization: `Bearer ${accessToken}` }),
      ...(isJson && { 'content-type': 'application/json' }),
    },
    body: isStream || body instanceof FormData ? body : isJson ? JSON.stringify(body) : null,
    signal: signal ?? null,
    // Fetch requires `duplex` for a body that is still arriving.
    ...(isStream && { duplex: 'half' }),
  })
}

/** Milliseconds. Uploads depend on the person's connection; any other response this late will not arrive. */
const timeoutMs = { ordinary: 30_000, upload: 5 * 60_000 }

/** A response, with the value of an API in this process; or the failure of a call that got none. */
type Delivered = { response: Response; taken: unknown[] } | { failure: ApiFailure }

/** The calls that one web request has started early. Each is used once. */
export type StartedCalls = {
  start(options: ApiClientOptions, request: ApiRequest): void
  take(request: ApiRequest): Promise<Delivered> | undefined
}

export function openStartedCalls(): StartedCalls {
  const started = new Map<string, Promise<Delivered>>()
  return {
    start: (options, request) => void started.set(JSON.stringify(request), deliver(options, request)),
    take(request) {
      if (started.size === 0) return undefined
      const key = JSON.stringify(request)
      const delivered = started.get(key)
      started.delete(key)
      return delivered
    },
  }
}

/** Sends the request; never throws. */
async function deliver(options: ApiClientOptions, request: ApiRequest): Promise<Delivered> {
  const timeout = options.transport.inProcess
    ? undefined
    : AbortSignal.timeout(request.body instanceof FormData ? timeoutMs.upload : timeoutMs.ordinary)
  let sent: Request
  try {
    sent = toFetchRequest(options, request, timeout)
  } catch {
    // The value cannot be written into a request, for example a line break in a header.
    return { failure: badCall }
  }
  const { clientAddress, webRequest = sent } = options
  const taken: unknown[] = []
  try {
    const response = await options.transport(sent, { clientAddress, local: { webRequest, take: (answer) => taken.push(answer) } })
    return { response, taken }
  } catch (error) {
    return { failure: noAnswer(options, error) }
  }
}

const noAnswer = ({ report }: ApiClientOptions, error: unknown) => localFailure('offline', report?.(error, 'the API does not answer'))

/** Calls the API. Never throws: every failure is a value. */
export async function callApi<S extends v.GenericSchema>(
  options: ApiClientOptions,
  request: ApiRequest,
  schema: S,
): Promise<ApiResult<v.InferOutput<S>>> {
  const delivered = await (options.started?.take(request) ?? deliver(options, request))
  if ('failure' in delivered) return { ok: false, error: delivered.failure }
  const { response, taken } = delivered
  // The API of the same build has already validated its answer with the same schema.
  if (taken.length > 0) return { ok: true, data: taken[0] as v.InferOutput<S> }
  let body: unknown
  try {
    body = response.status === 204 ? undefined : readJson(await response.text())
  } catch (error) {
    return { ok: false, error: noAnswer(options, error) }
  }
  if (body === undefined && response.status !== 204)
    reportOnce(options, `an answer of the API is not JSON: ${response.status} ${response.headers.get('content-type') ?? 'without a type'}`)
  if (!response.ok) return { ok: false, error: readFailure(response, body) }
  const answer = readAnswer(schema, body)
  if (!answer.success) {
    const place = `an answer of ${request.path} does not fit at ${answer.places.join(', ')}`
    return { ok: false, error: localFailure('unreadable', options.report?.(undefined, place)) }
  }
  if (answer.unknown.length > 0) reportOnce(options, `an answer of the API has unknown values at ${answer.unknown.join(', ')}`)
  return { ok: true, data: answer.output }
}

/** A rolling deploy has many such answers, and one line says it all. */
function reportOnce({ report }: ApiClientOptions, text: string): void {
  if (!report || reported.has(text)) return
  reported.add(text)
  report(undefined, text)
}
const reported = new Set<string>()

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
