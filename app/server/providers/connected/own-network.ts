import ipaddr from 'ipaddr.js'
import { isPublicAddress } from '../../egress/public-address.ts'

/** Names that only a local network or a container's network resolves (RFC 6762, RFC 8375). */
const localName = /^[\w-]+$|\.(?:localhost|local|lan|internal|home\.arpa)$/i

/** Whether a server is on this machine or its network, so that nobody bills for a run. */
export function isOnOwnNetwork(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) ? !isPublicAddress(host) : localName.test(host)
}
