import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Connections } from './connections.ts'
import { changeSchema } from './schema-lock.ts'

// The package's import map finds the folder, from the sources and from the bundled server.
const migrationsFolder = dirname(dirname(createRequire(import.meta.url).resolve('#app/server/db/migrations/meta/_journal.json')))

/** Runs the migrations that the database does not have yet. */
export const migrateDatabase = (connections: Connections): Promise<void> =>
  changeSchema(connections, (client) => migrate(drizzle(client), { migrationsFolder }))
