type Asked = Pick<Request, 'url' | 'headers'>

/** How the browser came by: a proxy in front may speak plain HTTP to us and says so. */
export function protocolOf(request: Asked): string {
  const forwarded = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase()
  return forwarded || new URL(request.url).protocol.replace(':', '')
}

/** Whether an `Origin` or `Referer` is this site's, as the browser sees it. */
export function isOwnOrigin(origin: string, request: Asked): boolean {
  const { host } = new URL(request.url)
  return URL.canParse(origin) && new URL(origin).origin === `${protocolOf(request)}://${host}`
}
