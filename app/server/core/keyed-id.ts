import { createHash } from 'node:crypto'

/** The id of what a request with an idempotency key makes, and the range of the ids of all requests with the key. */
export type KeyedId = { id: string; first: string; last: string }

/**
 * Returns an id (UUID version 8) whose first half stands for the person and the key and whose second half for the request, so that rows
 * without a column for keys still show whether the request was made before, or another one with its key.
 */
export function keyedId({ userId, idempotencyKey, hash }: { userId: string; idempotencyKey: string; hash: string }): KeyedId {
  const key = createHash('sha256').update(`${userId} ${idempotencyKey}`).digest('hex')
  const start = `${key.slice(0, 8)}-${key.slice(8, 12)}-8${key.slice(12, 15)}`
  return {
    id: `${start}-8${hash.slice(0, 3)}-${hash.slice(3, 15)}`,
    first: `${start}-8000-000000000000`,
    last: `${start}-8fff-ffffffffffff`,
  }
}
