import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { EgressRefused } from './egress-refused.ts'
import { type Fetch, takeCredentials } from './fetch-within.ts'
import { proxyAgent, refusePrivateName } from './proxies.ts'
import { publicLookup, refusePrivateHost } from './public-address.ts'

const mostRedirects = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** Statuses of responses without a body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])
const lookup = publicLookup()

export type RequestPublicOptions = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Headers with keys. A request with keys has to begin at an own origin, and loses them when it is passed on to another one. */
  keys?: Record<string, string>
  /** Origins that may have private addresses and get keys. */
  ownOrigins: readonly string[]
  signal: AbortSignal
  /** Redirects that are followed; none by default. */
  follow?: number
}

/**
 * Sends a request to an address from outside, which has to be public. Its name is resolved once, and the connection goes to the checked
 * address; through a proxy, the proxy resolves it again. Rejects with `EgressRefused`. The caller reads the response or destroys it.
 */
export async function requestPublic(
  address: string,
  { follow = 0, keys = {}, ...options }: RequestPublicOptions,
): Promise<IncomingMessage> {
  let url = urlOf(address)
  if (Object.keys(keys).length > 0 && !options.ownOrigins.includes(url.origin)) throw new EgressRefused('origin')
  let sent = { ...options.headers, ...keys }
  for (let followed = 0; followed <= follow; followed += 1) {
    const response = await open(url, { ...options, headers: sent })
    if (!redirects.has(response.statusCode ?? 0)) return response
    response.destroy()
    const next = urlOf(response.headers.location ?? '', url)
    if (next.origin !== url.origin) sent = { ...options.headers }
    url = next
  }
  throw new EgressRefused('redirects')
}

type OpenOptions = Omit<RequestPublicOptions, 'keys' | 'follow'>

async function open(url: URL, { method = 'GET', headers = {}, body, ownOrigins, signal }: OpenOptions): Promise<IncomingMessage> {
  const isOwn = ownOrigins.includes(url.origin)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  if (url.username !== '' || url.password !== '') throw new EgressRefused('address')
  if (!isOwn) refusePrivateHost(url)
  const proxy = proxyAgent(url)
  if (proxy && !isOwn) await refusePrivateName(url)
  return new Promise<IncomingMessage>((resolve, reject) => {
    // A connection is never shared, because a reused one would skip the check of its address.
    const asked = request(url, { method, headers, signal, agent: proxy ?? false, ...(!isOwn && !proxy && { lookup }) }, resolve)
    asked.on('error', reject)
    asked.end(body)
  })
}

function urlOf(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new EgressRefused('address')
  return url
}

export type FetchPublicOptions = Pick<RequestPublicOptions, 'ownOrigins'> & {
  /** Whether redirects are followed, to public addresses only. */
  follows?: boolean
}

/** Returns a `fetch` for addresses from outside, which have to be public. It takes a body of text, and decodes no compression. */
export function fetchPublic({ ownOrigins, follows = false }: FetchPublicOptions): Fetch {
  return async (input, init = {}) => {
    const { method = 'GET', body } = init
    if (input instanceof Request || (body != null && typeof body !== 'string' && !(body instanceof URLSearchParams)))
      throw new TypeError('only addresses and bodies of text can be sent')
    const headers = new Headers(init.headers)
    if (body instanceof URLSearchParams && !headers.has('content-type'))
      headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
    const url = urlOf(String(input))
    const credentials = takeCredentials(url)
    const response = await requestPublic(url.href, {
      method,
      ...(credentials !== null && { keys: { authorization: credentials } }),
      headers: Object.fromEntries(headers),
      ...(body != null && { body: String(body) }),
      ownOrigins,
      signal: init.signal ?? new AbortController().signal,
      follow: follows ? mostRedirects : 0,
    })
    const { statusCode: status = 502 } = response
    if (bodiless.has(status)) response.resume()
    return new Response(bodiless.has(status) ? null : streamOf(response), {
      status,
      headers: headersOf(response),
    })
  }
}

function streamOf(response: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Uint8Array<ArrayBuffer>> = response.iterator()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void response.destroy(),
  })
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}
