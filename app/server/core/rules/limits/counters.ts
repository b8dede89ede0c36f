import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { DatabaseHandle } from '#app/server/db/database.ts'

export type Counter = RateLimiterMemory | RateLimiterPostgres
export type CounterSettings = { keyPrefix: string; points: number; duration: number }
export type Counters = (settings: CounterSettings) => Promise<Counter>

/** Opens counters: in memory with the embedded database, otherwise in a table that all processes share. */
export function openCounters({ kind, pool }: Pick<DatabaseHandle, 'kind' | 'pool'>): Counters {
  if (kind === 'pglite') return async (settings) => new RateLimiterMemory(settings)
  let lastOpened: Promise<unknown> = Promise.resolve()
  return (settings) => {
    // Tables are created one at a time, because concurrent attempts fail.
    const opening = lastOpened.then(() => openStored(pool, settings))
    lastOpened = opening.catch(() => undefined)
    return opening
  }
}

function openStored(pool: DatabaseHandle['pool'], settings: CounterSettings): Promise<RateLimiterPostgres> {
  return new Promise((resolve, reject) => {
    // The library creates a missing table and reports it through the callback.
    const counter: RateLimiterPostgres = new RateLimiterPostgres(
      { ...settings, storeClient: pool, storeType: 'pool', tableName: 'attempts' },
      (error?: Error) => (error ? reject(error) : resolve(counter)),
    )
  })
}

/** Hashes the key: the table and its backups then contain no email addresses, and every key fits the column. */
export function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
