import { Problem } from '../../core/problem.ts'

/** Checks the header `Idempotency-Key`. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (!/^[\x21-\x7e]{1,200}$/.test(header)) throw new Problem('invalid_input', { fields: { 'Idempotency-Key': 'idempotency_key_invalid' } })
  return header
}
