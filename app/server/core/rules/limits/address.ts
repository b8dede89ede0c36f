import ipaddr from 'ipaddr.js'

/** The usual notation of an address, without the prefix that maps IPv4 into IPv6 and without the network interface. */
export const plainAddress = (address: string) =>
  address
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
    .replace(/%.*/, '')
    .slice(0, 45)

/** Returns the key for counting an address. A household can use every address of an IPv6 /64, so the /64 counts as one. */
export function addressKey(address: string): string {
  const plain = plainAddress(address)
  if (!ipaddr.IPv6.isValid(plain)) return plain
  const network = ipaddr.IPv6.parse(plain).parts.slice(0, 4)
  return network.map((part) => part.toString(16)).join(':')
}
