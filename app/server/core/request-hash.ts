import { createHash } from 'node:crypto'
import { canonicalJson } from '#app/contract/base/canonical-json.ts'

/** Hashes a request independently of the order of its keys. */
export const hashOf = (input: object): string => createHash('sha256').update(canonicalJson(input)).digest('hex')
