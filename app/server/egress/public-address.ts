import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import ipaddr from 'ipaddr.js'
import { EgressRefused } from './egress-refused.ts'

/** Whether an address is public: not our network, this machine or the metadata of a cloud. Unreadable addresses are not. */
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
  if (ipaddr.isValid(host) && !isPublicAddress(host)) throw new EgressRefused('private')
}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void
type Lookup = (hostname: string, options: LookupOptions, callback: LookupCallback) => void
type LookupAll = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/** Returns a `dns.lookup` for sockets: they connect to the checked address, so a name that changes in between does not help. */
export function publicLookup(ask: LookupAll = lookup): Lookup {
  return (hostname, options, callback) =>
    ask(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const [first] = found
      if (!first || !found.every(({ address }) => isPublicAddress(address))) return callback(new EgressRefused('private'), [])
      if (options.all) return callback(null, found)
      callback(null, first.address, first.family)
    })
}
