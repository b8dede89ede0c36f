import { EgressRefused } from './egress-refused.ts'
import { fetchOptions } from './proxies.ts'

/** Opens a WebSocket at a server that the operator configured. Throws `EgressRefused` for an address of another origin. */
export function openSocket(address: string, { server, headers }: { server: string; headers: Record<string, string> }): WebSocket {
  const url = new URL(address)
  if (url.origin !== new URL(server.replace(/^http/, 'ws')).origin) throw new EgressRefused('origin')
  // The types are those of browsers, whose WebSocket takes no headers.
  const socket: WebSocket = Reflect.construct(WebSocket, [url, { headers, ...fetchOptions(new URL(server)) }])
  return socket
}
