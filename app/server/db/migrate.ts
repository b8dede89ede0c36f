import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

// The package's import map finds the folder, from the sources and from the bundled server.
const migrationsFolder = dirname(dirname(createRequire(import.meta.url).resolve('#app/server/db/migrations/meta/_journal.json')))
/** An arbitrary number, unused by other locks in the database. */
const lockKey = 730_114

/** Runs the migrations under a lock: several processes may start at once, and Drizzle's migrator does not lock. */
export async function migrateDatabase(pool: pg.Pool) {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await migrate(drizzle(client), { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [lockKey])
    client.release()
  } catch (error) {
    // The connection is destroyed instead of returned to the pool, because the lock ends with it.
    client.release(true)
    throw error
  }
}
