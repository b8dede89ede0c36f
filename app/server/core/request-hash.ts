import { createHash } from 'node:crypto'

/** Hashes a request independently of the order of its keys. */
export function hashOf(input: object): string {
  const canonical = JSON.stringify(input, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(canonical).digest('hex')
}
