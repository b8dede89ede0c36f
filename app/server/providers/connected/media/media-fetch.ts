import { fetchWithin } from '../../../egress/fetch-within.ts'
import type { ServiceId } from '../../../env.ts'
import { noteSent } from '../../call-report.ts'
import { ProviderError } from '../../provider.ts'
import { classifyError, classifyFailure } from '../classify-error.ts'
import { fetchResult } from '../fetch-result.ts'
import { homes } from '../homes.ts'
import { wireRequest } from '../wire.ts'
import type { ServiceAccess } from '../service.ts'
import { hidesVerdicts, readVerdict } from './hidden-verdicts.ts'

/** Bytes, enough for four large pictures in base64. */
const longestAnswerBytes = 128 * 1024 * 1024
const longestErrorBytes = 64 * 1024

const textOnly: ReadonlySet<ServiceId> = new Set(['anthropic', 'deepseek'])

/** The host of fal's films; its pictures have another one. */
const falQueue = 'https://queue.fal.run'

/** Regions of Black Forest Labs; work is polled in the one that accepted it. */
const bflRegion = /^https:\/\/api\.[a-z]{2,8}\d{0,3}\.bfl\.ai$/

export type MediaAccess = {
  service: ServiceId
  apiKey: string
  /** The base URL without a trailing slash. */
  baseUrl: string
  /** The base URL of the operator, if it differs from the service's own. */
  override: string | undefined
  /** The origin of operations, for which stored operations contain a placeholder. */
  operationsOrigin: string
  fetch: typeof globalThis.fetch
}

export function accessMedia({ service, apiKey, baseUrl: override }: ServiceAccess): MediaAccess {
  const own = homes[service]
  if (textOnly.has(service)) throw new ProviderError('provider_auth', `${service}: makes nothing but text`)
  const baseUrl = (override ?? own).replace(/(?<!\/)\/+$/, '')
  const { origin } = new URL(baseUrl)
  const operationsOrigin = service === 'fal' ? falQueue : origin
  const homeOrigins = [origin, operationsOrigin]
  const regions = service === 'bfl' && !override ? bflRegion : undefined
  const isHome = (url: URL) => homeOrigins.includes(url.origin) || (regions?.test(url.origin) ?? false)
  const send = fetchWithin(homeOrigins, { ...(regions && { also: regions }) })

  /** Replaces the service's own origin, which some packages contain. */
  const addressOf = (named: string): URL => {
    if (override && service === 'fal' && named.startsWith(falQueue)) return new URL(`${origin}${named.slice(falQueue.length)}`)
    return new URL(override && named.startsWith(`${own}/`) ? `${baseUrl}${named.slice(own.length)}` : named)
  }

  async function ask(input: string | URL | Request, given?: RequestInit): Promise<Response> {
    const { url, init } = wireRequest(addressOf(input instanceof Request ? input.url : input.toString()), given)
    if (!isHome(url)) return askElsewhere(url, init)
    noteSent(url, init)
    const response = await send(url, init)
    if (!response.ok) return failed(response, (init?.method ?? 'GET') === 'GET')
    const { body, status, statusText, headers } = response
    const bounded = new Response(body?.pipeThrough(endAt(longestAnswerBytes)) ?? null, { status, statusText, headers })
    if (!hidesVerdicts(service) || !headers.get('content-type')?.includes('json')) return bounded
    return new Response(readVerdict(service, await bounded.text()), { status, statusText, headers: unencoded(headers) })
  }

  /** Fetches a result for a package, from any address that is not private. The headers of the package contain the key and are not sent. */
  async function askElsewhere(url: URL, init?: RequestInit): Promise<Response> {
    if (init?.method !== undefined && init.method !== 'GET') throw new ProviderError('internal', `${service}: a call to another place`)
    const signal = init?.signal ?? AbortSignal.timeout(5 * 60_000)
    const found = await fetchResult(url.href, { signal, ownOrigins: [origin] })
    const type = found.headers['content-type']
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of found.iterator()) {
      bytes += chunk.byteLength
      if (bytes > longestAnswerBytes) throw endless()
      chunks.push(chunk)
    }
    return new Response(Buffer.concat(chunks), { headers: { ...(type && { 'content-type': type }) } })
  }

  /** Throws a failure itself, because the packages repeat the service's messages and take some failures for final verdicts. */
  async function failed(response: Response, isQuery: boolean): Promise<Response> {
    const body = await readStart(response)
    throw classifyFailure(service, { status: response.status, headers: response.headers, body, isQuery })
  }

  return {
    service,
    apiKey,
    baseUrl,
    override,
    operationsOrigin,
    fetch: (input, init) =>
      ask(input, init).catch((error: unknown) => {
        init?.signal?.throwIfAborted()
        throw classifyError(service, error)
      }),
  }
}

/** The headers of an answer whose body was read and may have changed. */
function unencoded(headers: Headers): Headers {
  const left = new Headers(headers)
  for (const name of ['content-length', 'content-encoding']) left.delete(name)
  return left
}

async function readStart({ body }: Response): Promise<string> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes > longestErrorBytes) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

function endAt(most: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > most) controller.error(endless())
      else controller.enqueue(chunk)
    },
  })
}

/** A failure without a retry, because another request would return as much again. */
const endless = () => new ProviderError('temporary', 'the answer had no end', { final: true })
