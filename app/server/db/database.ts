import { join } from 'node:path'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Logger } from 'pino'
import { lockDataDir } from './data-dir.ts'
import { migrateDatabase } from './migrate.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import * as schema from './schema.ts'

export { DataDirError } from './data-dir.ts'

export type Database = NodePgDatabase<typeof schema>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
export type DatabaseLogger = Pick<Logger, 'info' | 'warn' | 'error'>

/** What the two databases have in common below Drizzle. */
export type Connections = {
  kind: 'pglite' | 'postgres'
  pool: pg.Pool
  /**
   * LISTEN; resolves to a function that stops listening. Payloads are small JSON strings (ids only).
   * Listens again after a lost connection and then calls `onGap`, because what was sent meanwhile is gone.
   */
  listen(channel: string, onNotify: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export type DatabaseHandle = Connections & { db: Database }

export type OpenDatabaseOptions = {
  /** A PostgreSQL server; without it PGlite keeps the database in `<dataDir>/db`. */
  url?: string
  dataDir: string
  logger?: DatabaseLogger
  /** The embedded database is gone and every query fails from now on: the process should end and be started again. */
  onFatal?: (error: Error) => void
}

const silent: DatabaseLogger = { info: () => {}, warn: () => {}, error: () => {} }

/** Opens and migrates. Throws DataDirError when the data folder is another process's or cannot be written to. */
export async function openDatabase({ url, dataDir, logger = silent, onFatal = () => {} }: OpenDatabaseOptions): Promise<DatabaseHandle> {
  const connections = url ? openPostgres({ url, logger }) : await openLocked(dataDir, logger, onFatal)
  try {
    await migrateDatabase(connections.pool)
  } catch (error) {
    await connections.close()
    throw error
  }
  return { ...connections, db: drizzle(connections.pool, { schema }) }
}

async function openLocked(dataDir: string, logger: DatabaseLogger, onFatal: (error: Error) => void): Promise<Connections> {
  const lock = await lockDataDir(dataDir)
  try {
    const connections = await openPglite({ dir: join(lock.dir, 'db'), logger, onFatal })
    return { ...connections, close: () => connections.close().finally(lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}
