import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'

const tooLarge = msg`The proxy in front of this server refuses requests this large. If you run the server, raise the proxy’s limit (client_max_body_size in nginx).`
const unavailable = msg`The proxy in front of this server can’t reach it. The server may be restarting: try again in a minute.`
const late = msg`The proxy in front of this server stopped waiting for it. Check whether it worked before you try again.`
const refused = msg`A proxy or firewall in front of this server refused the request. Reload the page: it may want to check your browser first.`
const tooMany = msg`The proxy in front of this server limits how often you can ask. Wait a minute, then try again.`
const changed = msg`The server’s answer was replaced or cut off on its way. Reload the page. If that doesn’t help, a proxy or firewall in front of the server is the likely cause.`

/** Sentences by status. Those from 520 on are Cloudflare's. */
const byStatus: Partial<Record<number, MessageDescriptor>> = {
  403: refused,
  407: refused,
  408: late,
  413: tooLarge,
  429: tooMany,
  451: refused,
  502: unavailable,
  503: unavailable,
  504: late,
  511: refused,
  520: unavailable,
  521: unavailable,
  522: unavailable,
  523: unavailable,
  524: late,
  525: unavailable,
  526: unavailable,
  530: unavailable,
}

/** Describes an answer that is not our server's, whose answers have a detail. */
export function describeForeign(i18n: I18n, { code, statusCode }: ApiFailure): string | undefined {
  if (code === 'offline') return undefined
  const text = code === 'unreadable' ? changed : byStatus[statusCode]
  return text && i18n._(text)
}
