import type { IncomingMessage, RequestListener } from 'node:http'
import { hostPrefix } from '#app/contract/base/host-prefix.ts'

const header = 'x-forwarded-proto'

/**
 * Adds the header that a proxy in front should have sent, if `PUBLIC_URL` has HTTPS: cookies would have no `Secure`, in silence. A request
 * that names another host may be plain HTTP from this network, unless the browser shows that it came over HTTPS.
 */
export function withPublicProtocol(listener: RequestListener, publicUrl: string | undefined): RequestListener {
  const site = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (site?.protocol !== 'https:') return listener
  return (incoming, outgoing) => {
    const { [header]: named, host } = incoming.headers
    if (named !== 'https' && ((!named && host === site.host) || cameOverHttps(incoming, site.origin))) setHttps(incoming)
    listener(incoming, outgoing)
  }
}

/** Browsers send cookies with this prefix over HTTPS only. */
const cameOverHttps = ({ headers: { origin, cookie = '' } }: IncomingMessage, site: string) =>
  origin === site || cookie.startsWith(hostPrefix) || cookie.includes(`; ${hostPrefix}`)

function setHttps(incoming: IncomingMessage): void {
  incoming.headers[header] = 'https'
  const { rawHeaders } = incoming
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === header)
  if (at < 0) rawHeaders.push(header, 'https')
  else rawHeaders[at + 1] = 'https'
}
