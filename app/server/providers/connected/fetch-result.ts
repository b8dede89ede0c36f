import type { IncomingMessage } from 'node:http'
import { EgressRefused, type EgressRefusal } from '../../egress/egress-refused.ts'
import { requestPublic } from '../../egress/fetch-public.ts'
import { ProviderError } from '../provider.ts'
import { classifyError } from './classify-error.ts'

const mostRedirects = 5

export type FetchResultOptions = {
  /** Headers with the key of the service, for a result at one of its own origins. */
  headers?: Record<string, string>
  signal: AbortSignal
  /** Origins of the service or server, which may be private and get its headers. */
  ownOrigins: readonly string[]
}

/** Opens the URL of a result, which may be at any address that is not private. The caller reads the response or destroys it. */
export async function fetchResult(address: string, { headers = {}, signal, ownOrigins }: FetchResultOptions): Promise<IncomingMessage> {
  const response = await requestPublic(address, { keys: headers, signal, ownOrigins, follow: mostRedirects }).catch((error: unknown) => {
    signal.throwIfAborted()
    if (error instanceof EgressRefused) throw new ProviderError('temporary', refusals[error.reason], { final: true, phase: 'result' })
    throw classifyError('result', error, 'result')
  })
  const { statusCode = 0 } = response
  if (statusCode >= 200 && statusCode < 300 && statusCode !== 204) return response
  response.destroy()
  throw refused(statusCode)
}

const refusals: Record<EgressRefusal, string> = {
  origin: 'the result is at another place than its key belongs to',
  private: 'the result is at a private address',
  address: 'the result has no address that can be asked',
  redirects: 'the result is sent from one place to the next without an end',
}

/** The failure of a download; asked again, the service may return a fresh URL. */
function refused(status: number): ProviderError {
  const expired = [401, 403, 404, 410].includes(status)
  return new ProviderError(
    'temporary',
    `${expired ? 'the result is not there any more' : 'the result could not be fetched'} (HTTP ${status})`,
    { status, phase: 'result' },
  )
}
