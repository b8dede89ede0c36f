import { join, resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { awaitPostgres } from './await-postgres.ts'
import type { Connections, DatabaseLogger } from './connections.ts'
import { diskFull, lockDataDir } from './data-dir.ts'
import { migrateDatabase } from './migrate.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import { type Database, withRepeats } from './transactions.ts'

export { DatabaseStartError } from './await-postgres.ts'
export { DataDirError } from './data-dir.ts'

export type { Database, OnceTransaction, Transaction } from './transactions.ts'
export type DatabaseHandle = Connections & { db: Database }

export type OpenDatabaseOptions = {
  /** The URL of a PostgreSQL server; without it PGlite stores the database in `<dataDir>/db`. */
  url?: string
  dataDir: string
  logger?: DatabaseLogger
  /** Called if the embedded database has failed and so will every query: the process should exit and be restarted. */
  onFatal?: (error: Error) => void
  /** Milliseconds to wait for a PostgreSQL server that cannot be reached. */
  waitMillis?: number
  /** Most connections to PostgreSQL. */
  poolSize?: number
}

const usualWaitMillis = 60_000
const usualPoolSize = 10

const silent: DatabaseLogger = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Opens the database and runs the migrations. Throws DataDirError if the data folder is in use or not writable, or its disk is full, and DatabaseStartError if
 * PostgreSQL refuses the connection or cannot be reached, or the database belongs to a newer version.
 */
export async function openDatabase({
  url,
  dataDir,
  logger = silent,
  onFatal = () => {},
  waitMillis = usualWaitMillis,
  poolSize = usualPoolSize,
}: OpenDatabaseOptions): Promise<DatabaseHandle> {
  const connections = url ? openPostgres({ url, logger, poolSize }) : await openLocked(dataDir, logger, onFatal)
  try {
    if (url) await awaitPostgres(connections.pool, { logger, waitMillis })
    await migrateDatabase(connections, logger)
  } catch (error) {
    await connections.close()
    throw (url ? undefined : diskFull(resolve(dataDir), error)) ?? error
  }
  return { ...connections, db: withRepeats(drizzle(connections.pool)) }
}

async function openLocked(dataDir: string, logger: DatabaseLogger, onFatal: (error: Error) => void): Promise<Connections> {
  const lock = await lockDataDir(dataDir)
  try {
    const connections = await openPglite({ dir: join(lock.dir, 'db'), logger, onFatal })
    return { ...connections, close: () => connections.close().finally(lock.release) }
  } catch (error) {
    lock.release()
    throw diskFull(lock.dir, error) ?? error
  }
}
