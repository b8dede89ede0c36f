import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { readAccessToken } from '#app/contract/account/read-access-token.ts'

/**
 * Redirects requests whose path contains a backslash or an empty segment before other code reads them: `//host` and `/\host` name another
 * site to browsers, and the framework would redirect them to the value of the Host header. `origin` is the site's own; empty keeps the one
 * of the browser.
 */
export function redirectOddTargets(listener: RequestListener, origin: string): RequestListener {
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const plain = plainTarget(incoming.url ?? '/')
    if (plain === null) return listener(incoming, outgoing)
    const headers = { location: origin + plain, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'content-length': 0 }
    outgoing.writeHead(308, headers).end()
  }
}

/** Returns the path and query that a target means, without `access_token`; null if it is already plain. */
export function plainTarget(target: string): string | null {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/\\?#]*)?([^?#]*)(\?[^#]*)?/is.exec(target) ?? []
  if (!/^[/\\]/.test(path) || !/\\|\/\//.test(path)) return null
  const url = new URL(path.replaceAll(/[/\\]+/g, '/') + query, 'http://here.invalid')
  return readAccessToken(url)?.cleanPath ?? url.pathname + url.search
}
