import type { LocalCall } from '#app/contract/base/local-call.ts'
import { config } from '#config'
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
 * Returns the function that moves a URL to the API's server. `baseUrl` may have a path, below which the server is mounted, with or without
 * the API's own base path at its end.
 */
export function moverTo(baseUrl: string): (url: string) => string {
  const { origin, pathname } = new URL(baseUrl)
  const mount = pathname.replace(/(?<!\/)\/+$/, '')
  const root = origin + (mount.endsWith(config.api.basePath) ? mount.slice(0, -config.api.basePath.length) : mount)
  return (url) => {
    const { pathname, search } = new URL(url)
    return `${root}${pathname}${search}`
  }
}

/** Reaches an API in another process, at `baseUrl`. The API must trust this process as a proxy to see people's addresses. */
export function remoteTransport(baseUrl: string): ApiTransport {
  const move = moverTo(baseUrl)
  const send = fetchWithin([baseUrl])
  return (request, { clientAddress }) => {
    const forwarded = new Request(move(request.url), request)
    const traceparent = tracing.traceparent()
    if (traceparent) forwarded.headers.set('traceparent', traceparent)
    if (clientAddress) forwarded.headers.set('x-forwarded-for', clientAddress)
    // A redirect is the browser's to follow, as from an API in this process.
    return send(forwarded, { redirect: 'manual' })
  }
}
