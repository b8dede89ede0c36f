import { basicCredentials } from '../../egress/fetch-within.ts'
import { placeOfFailure, ProviderError } from '../provider.ts'
import { classifyError, classifyFailure } from '../connected/classify-error.ts'
import { boundedFetch } from '../connected/text/bounded-fetch.ts'

/** Bytes, enough for four large pictures in base64. */
const longestAnswerBytes = 128 * 1024 * 1024

/** A server of the operator, at a URL that may contain a name and a password. */
export type OwnServer = {
  service: string
  /** Without a trailing slash and without the credentials. */
  baseUrl: string
  headers: Record<string, string>
  /** Returns any answer, also one that reports a failure. Rejects with a `ProviderError` if there is none. */
  request(path: string, init: RequestInit & { signal: AbortSignal }): Promise<Response>
  /** Rejects with a `ProviderError` also if the answer reports a failure. */
  fetch: typeof globalThis.fetch
}

export function accessOwnServer(service: string, address: string): OwnServer {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const baseUrl = url.href.replace(/(?<!\/)\/+$/, '')
  const headers: Record<string, string> = username === '' ? {} : { authorization: basicCredentials(username, password) }
  const send = boundedFetch(baseUrl, longestAnswerBytes)

  async function ask(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    try {
      return await send(input, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } })
    } catch (error) {
      init.signal?.throwIfAborted()
      throw classifyError(service, error)
    }
  }

  return {
    service,
    baseUrl,
    headers,
    request: (path, init) => ask(`${baseUrl}${path}`, init),
    async fetch(input, init) {
      const response = await ask(input, init)
      if (response.ok) return response
      const isQuery = (init?.method ?? 'GET') === 'GET'
      const failure = classifyFailure(service, { status: response.status, headers: response.headers, body: await response.text(), isQuery })
      // The path is the same for all models: such a server lacks the call.
      throw failure.code === 'model_gone' ? new ProviderError('provider_auth', failure.message, { ...placeOfFailure(failure) }) : failure
    },
  }
}

export const postJson = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** The failure of a server that the operator has to set up differently. */
export const notSetUp = (service: string, reason: string) => new ProviderError('provider_auth', `${service}: ${reason}`)
