import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import ipaddr from 'ipaddr.js'

/** An address that no service has a reason to name: our network, this machine, the metadata of a cloud. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

/** Whether an address is public. Unreadable addresses are not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast'
  // Only ranges assigned for the internet count; others map to IPv4 addresses in various ways.
  return parsed.range() === 'unicast' && parsed.match(ipaddr.parseCIDR('2000::/3'))
}

/** Refuses a host that is a private address. It is never looked up, so it is checked here. */
export function refusePrivateHost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !isPublicAddress(host)) throw new PrivateAddress()
}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/** A `dns.lookup` for sockets: they connect to the checked address, so the name cannot change in between. */
export function lookupPublic(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, [])
    const [first] = found
    if (!first || !found.every(({ address }) => isPublicAddress(address))) return callback(new PrivateAddress(), [])
    if (options.all) return callback(null, found)
    callback(null, first.address, first.family)
  })
}
