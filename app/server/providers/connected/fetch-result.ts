import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { ProviderError } from '../provider.ts'
import { classifyError } from './classify-error.ts'
import { lookupPublic, PrivateAddress, refusePrivateHost } from './refuse-private-address.ts'

const mostRedirects = 5

export type FetchResultOptions = {
  headers?: Record<string, string>
  signal: AbortSignal
  /** Origins that may have private addresses. */
  ownOrigins: readonly string[]
}

/** Opens the URL of a result, which may be at any address that is not private. The caller reads the response or destroys it. */
export async function fetchResult(address: string, { headers = {}, signal, ownOrigins }: FetchResultOptions): Promise<IncomingMessage> {
  let url = urlOf(address)
  let sent = headers
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await open(url, { headers: sent, signal, ownOrigins })
    const { statusCode = 0 } = response
    if (statusCode >= 200 && statusCode < 300 && statusCode !== 204) return response
    response.destroy()
    if (![301, 302, 303, 307, 308].includes(statusCode)) throw refused(statusCode)
    const next = urlOf(response.headers.location ?? '', url)
    // Keys are sent to their own origin only.
    if (next.origin !== url.origin) sent = {}
    url = next
  }
  throw new ProviderError('temporary', 'the result is sent from one place to the next without an end', { final: true })
}

function open(url: URL, { headers, signal, ownOrigins }: Required<FetchResultOptions>): Promise<IncomingMessage> {
  const isOwn = ownOrigins.includes(url.origin)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise<IncomingMessage>((resolve, reject) => {
    if (!isOwn) refusePrivateHost(url)
    const asked = request(url, { headers, signal, agent: false, ...(!isOwn && { lookup: lookupPublic }) }, resolve)
    asked.on('error', reject)
    asked.end()
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    if (error instanceof PrivateAddress) throw new ProviderError('temporary', 'the result is at a private address', { final: true })
    throw classifyError('result', error)
  })
}

function urlOf(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ProviderError('temporary', 'the result has no address that can be asked', { final: true })
  }
  return url
}

/** The failure of a download; asked again, the service may return a fresh URL. */
function refused(status: number): ProviderError {
  const expired = [401, 403, 404, 410].includes(status)
  return new ProviderError(
    'temporary',
    `${expired ? 'the result is not there any more' : 'the result could not be fetched'} (HTTP ${status})`,
  )
}
