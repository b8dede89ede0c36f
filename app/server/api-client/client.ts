import * as v from 'valibot'
import type { ApiFailure, ApiResult } from '#app/contract/api-result.ts'
import { type ErrorBody, errorBodySchema } from '#app/contract/errors.ts'
import { config, type Locale } from '#config'
import type { ApiTransport } from './transport.ts'

export type ApiMethod = 'GET' | 'POST' | 'DELETE' | 'PATCH' | 'PUT'

export type ApiCall<T = unknown> = {
  method: ApiMethod
  /** Below the API's base path, for instance `/v1/models`. */
  path: string
  query?: Record<string, string | number | boolean | readonly string[] | undefined>
  /** Sent as JSON unless it is form data. */
  body?: unknown
  headers?: Record<string, string>
  token?: string | undefined
  /** The answer's shape; a 2xx that does not fit is an internal error. `noContent` for answers without a body. */
  response: v.GenericSchema<unknown, T>
}

export const noContent = v.undefined()

export type ApiClientOptions = {
  transport: ApiTransport
  locale: Locale
  clientAddress: string | undefined
  /** The person's browser, by which they know their own sessions. */
  userAgent: string | undefined
}

/** Sends the call and returns the raw answer, whatever its status. Throws only when no answer came. */
export function sendToApi(
  { transport, locale, clientAddress, userAgent }: ApiClientOptions,
  call: Omit<ApiCall, 'response'>,
  signal?: AbortSignal,
): Promise<Response> {
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
  const isJson = call.body !== undefined && !(call.body instanceof FormData)
  if (isJson) headers.set('content-type', 'application/json')
  const body = call.body instanceof FormData ? call.body : isJson ? JSON.stringify(call.body) : null
  return transport(new Request(url, { method: call.method, headers, body, signal: signal ?? null }), { clientAddress })
}

/** The one way from the web half to the API. Never throws: what goes wrong is a value. */
export async function callApi<T>(options: ApiClientOptions, call: ApiCall<T>): Promise<ApiResult<T>> {
  let response: Response
  try {
    response = await sendToApi(options, call)
  } catch {
    return { ok: false, error: failureOf(500, { code: 'offline' }) }
  }
  const body: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (!response.ok) return { ok: false, error: failureOf(response.status, readError(body)) }
  const parsed = v.safeParse(call.response, body)
  return parsed.success ? { ok: true, data: parsed.output } : { ok: false, error: failureOf(500, { code: 'internal' }) }
}

function readError(body: unknown): Partial<ErrorBody> {
  const parsed = v.safeParse(errorBodySchema, body)
  return parsed.success ? parsed.output : {}
}

/** The fallback never names the API's address: people see the API's `detail`, or the page's own words for the code. */
function failureOf(
  statusCode: number,
  { detail = '', code = 'internal', ...rest }: Partial<Omit<ApiFailure, 'statusCode' | 'statusMessage'>>,
): ApiFailure {
  return { ...rest, detail, code, statusCode, statusMessage: detail || 'InternalError' }
}
