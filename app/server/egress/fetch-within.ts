import { EgressRefused } from './egress-refused.ts'
import { fetchOptions } from './proxies.ts'

export type Fetch = typeof globalThis.fetch

/**
 * Returns a `fetch` that sends requests to the origins of these addresses only. They are a service's own, or configured by the operator, so
 * they may be private. Keys travel in such requests: the origin is compared last, and no redirect is followed. `also` matches further
 * origins. Rejects with `EgressRefused` before a connection is opened.
 */
export function fetchWithin(addresses: readonly string[], { also }: { also?: RegExp } = {}): Fetch {
  const origins = new Set(addresses.map((address) => new URL(address).origin))
  return async (input, init) => {
    const url = urlOf(input instanceof Request ? input.url : input)
    if (!origins.has(url.origin) && !also?.test(url.origin)) throw new EgressRefused('origin')
    const redirect = init?.redirect === 'manual' ? 'manual' : 'error'
    const options = { ...init, redirect, ...fetchOptions(url) } as const
    if (input instanceof Request) return fetch(input, options)
    const credentials = takeCredentials(url)
    if (credentials === null) return fetch(url, options)
    const headers = new Headers(init?.headers)
    if (!headers.has('authorization')) headers.set('authorization', credentials)
    return fetch(url, { ...options, headers })
  }
}

function urlOf(address: string | URL): URL {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new EgressRefused('address')
  return url
}

/** Takes a name and a password out of a URL and returns their header, because `fetch` rejects such a URL with a message that repeats it. */
export function takeCredentials(url: URL): string | null {
  const { username, password } = url
  if (username === '' && password === '') return null
  url.username = ''
  url.password = ''
  return basicCredentials(username, password)
}

/** Returns the header for the name and the password of a URL. */
export function basicCredentials(username: string, password: string): string {
  return `Basic ${Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')}`
}

/** A URL may contain a percent sign that encodes nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
