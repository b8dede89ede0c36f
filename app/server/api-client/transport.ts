import type { LocalCall } from '#app/contract/local-call.ts'
import { fetchWithin } from '../egress/fetch-within.ts'
import { tracing } from '../tracing.ts'

export type ApiCaller = {
  /** The person's address, for the API's limits. */
  clientAddress: string | undefined
  /** Context for an API in this process. */
  local?: LocalCall | undefined
}

/** Carries requests to the HTTP API, in this process without a socket or on another server. No other code knows where the API is. */
export type ApiTransport = {
  (request: Request, caller: ApiCaller): Promise<Response>
  /** Set for an API in this process, which always answers: its callers need no timer. */
  inProcess?: boolean
}

/** Logs an error and returns an id that a person can quote. The message may contain anything, so it is never shown. */
export type ReportError = (error: unknown, what: string) => string

/** Context of a request from the server that hosts the framework. `api` is absent in development, where the API is a separate process. */
export type WebRequestContext = {
  api?: ApiTransport | undefined
  clientAddress?: string | undefined
  /** The public URL without a trailing slash; never taken from a request. */
  siteUrl?: string | undefined
  /** The other origin from which browsers load files, if any. */
  filesOrigin?: string | undefined
  report?: ReportError | undefined
  /** Receives the HTML of a page that is complete at once; the response then has no body. */
  takeHtml?: ((html: Uint8Array<ArrayBuffer>) => void) | undefined
}

/**
 * Reaches an API in another process. Only the origin of `baseUrl` is used. The API must trust this process as a proxy to see people's
 * addresses.
 */
export function remoteTransport(baseUrl: string): ApiTransport {
  const { origin } = new URL(baseUrl)
  const send = fetchWithin([baseUrl])
  return (request, { clientAddress }) => {
    const { pathname, search } = new URL(request.url)
    const forwarded = new Request(`${origin}${pathname}${search}`, request)
    const traceparent = tracing.traceparent()
    if (traceparent) forwarded.headers.set('traceparent', traceparent)
    if (clientAddress) forwarded.headers.set('x-forwarded-for', clientAddress)
    // A redirect is the browser's to follow, as from an API in this process.
    return send(forwarded, { redirect: 'manual' })
  }
}
