/** The same request with escapes that do not decode (`/%ff`, `/%zz`) taken literally: the framework has no page for such an address. */
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
    // The result is used because the bundler takes the call for pure and would drop it.
    return decodeURIComponent(escapes) !== ''
  } catch {
    return false
  }
}
