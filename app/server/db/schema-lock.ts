import type pg from 'pg'
import type { Connections } from './connections.ts'

/** An arbitrary number, unused by other locks in the database. */
const lockKey = 730_114

/**
 * Changes the schema while no other process does: several start at once in a deploy, and neither Drizzle's migrator nor that of pg-boss
 * waits for another, so both would create the same table, and one would fail its start. The lock belongs to a session, because migrations
 * are several transactions: it must outlive each of them and end with the process, also a killed one. A pooler in transaction mode gives
 * each transaction another session and breaks it, which is why `DATABASE_URL` needs session mode.
 * `change` may use the connection that holds the lock; `onWait` is called if another process has it. The embedded database has one process
 * and one connection, so it takes none.
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
