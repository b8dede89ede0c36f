import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import ipaddr from 'ipaddr.js'

/** An address that no service has a reason to send us to: our own network, this machine, a cloud's metadata. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

/** Whether an address is one that anybody on the internet could be reached at. What cannot be read is not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast'
  // Only what has been given out for the internet so far; other ranges lead to IPv4 addresses in ways of their own.
  return parsed.range() === 'unicast' && parsed.match(ipaddr.parseCIDR('2000::/3'))
}

/** A host that is an address already is never looked up, so it is looked at here. */
export function refusePrivateHost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !isPublicAddress(host)) throw new PrivateAddress()
}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/** As `dns.lookup`, for sockets: what it finds is what is connected to, so a name cannot change its mind in between. */
export function lookupPublic(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, [])
    const [first] = found
    if (!first || !found.every(({ address }) => isPublicAddress(address))) return callback(new PrivateAddress(), [])
    if (options.all) return callback(null, found)
    callback(null, first.address, first.family)
  })
}
