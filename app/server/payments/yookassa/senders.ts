import ipaddr from 'ipaddr.js'

/** Published sender addresses (yookassa.ru/developers/using-api/webhooks, checked in November 2026). */
export const yookassaSenders: readonly string[] = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11',
  '77.75.156.35',
  '2a02:5180::/32',
]

/** Whether an address, including IPv4-mapped IPv6, is in one of the ranges (addresses or CIDR notation). */
export function isAmong(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return ranges.some((range) => {
    const [base, bits] = rangeOf(range)
    return parsed.kind() === base.kind() && parsed.match(base, bits)
  })
}

function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
