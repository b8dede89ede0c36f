import type pg from 'pg'
import type { Connections } from './connections.ts'

/** An arbitrary number, unused by other locks in the database. */
const lockKey = 730_114

/**
 * Changes the schema while no other process does: several may start at once, and neither Drizzle's migrator nor that of pg-boss waits for
 * another. `change` may use the connection that holds the lock; `onWait` is called if another process has it. The embedded database has one process and one connection, so it takes none.
 */
export async function changeSchema<T>(
  { kind, pool }: Pick<Connections, 'kind' | 'pool'>,
  change: (connection: pg.Pool | pg.PoolClient) => Promise<T>,
  onWait: () => void = () => {},
): Promise<T> {
  if (kind === 'pglite') return change(pool)
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey])
    if (!rows[0]?.taken) {
      onWait()
      await client.query('select pg_advisory_lock($1)', [lockKey])
    }
    const result = await change(client)
    await client.query('select pg_advisory_unlock($1)', [lockKey])
    client.release()
    return result
  } catch (error) {
    // The connection is destroyed instead of returned to the pool, because the lock ends with it.
    client.release(true)
    throw error
  }
}
