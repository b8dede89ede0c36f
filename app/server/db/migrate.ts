import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

// By the package's own import map: found from the sources and from the bundled server alike.
const migrationsFolder = dirname(dirname(createRequire(import.meta.url).resolve('#app/server/db/migrations/meta/_journal.json')))
/** Any number that nothing else on the database uses. */
const lockKey = 730_114

/** Several processes may start at once, and Drizzle's migrator takes no lock. */
export async function migrateDatabase(pool: pg.Pool) {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await migrate(drizzle(client), { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [lockKey])
    client.release()
  } catch (error) {
    // Given up rather than given back: the lock goes with the connection.
    client.release(true)
    throw error
  }
}
