import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const endMillis = 5_000

/**
 * Ends a pool. Waits for running queries, but not for a transaction that never ends: the database rolls it back when the connection closes.
 */
export async function endPool(pool: pg.Pool) {
  await Promise.race([pool.end(), sleep(endMillis, undefined, { ref: false })])
}
