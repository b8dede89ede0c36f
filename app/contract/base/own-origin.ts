type Asked = Pick<Request, 'url' | 'headers'>

/** Returns the browser's protocol. Behind a proxy it is in a header, because the proxy may use plain HTTP. */
export function protocolOf(request: Asked): string {
  const forwarded = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase()
  return forwarded || new URL(request.url).protocol.replace(':', '')
}

/** Whether an `Origin` or `Referer` is this site's own, as the browser sees it. */
export function isOwnOrigin(origin: string, request: Asked): boolean {
  const { host } = new URL(request.url)
  return URL.canParse(origin) && new URL(origin).origin === `${protocolOf(request)}://${host}`
}
