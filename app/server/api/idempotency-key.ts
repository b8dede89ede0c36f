import { Problem } from '../core/problem.ts'

/** Describes the header to readers of the API. */
export const idempotencyHeader = {
  'Idempotency-Key': 'A second request with the same key is answered with the first one’s generation and runs nothing.',
}

/** `Idempotency-Key` as it came, checked; undefined without one. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (!/^[\x21-\x7e]{1,200}$/.test(header)) throw new Problem('invalid_input', { fields: { 'Idempotency-Key': 'idempotency_key_invalid' } })
  return header
}
