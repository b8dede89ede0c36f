/** Returns the request with undecodable escapes (`/%ff`, `/%zz`) taken literally, because the framework has no page for such a URL. */
export function withReadablePath(request: Request): Request {
  const url = new URL(request.url)
  const pathname = readablePath(url.pathname)
  if (pathname === url.pathname) return request
  url.pathname = pathname
  return new Request(url, request)
}

export function readablePath(pathname: string): string {
  return pathname.replaceAll(/(?:%[\da-f]{2})+|%/gi, (escapes) => (decodes(escapes) ? escapes : escapes.replaceAll('%', '%25')))
}

function decodes(escapes: string): boolean {
  try {
    // The result is used, because the bundler would drop a call without effects.
    return decodeURIComponent(escapes) !== ''
  } catch {
    return false
  }
}
