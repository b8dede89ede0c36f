import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { DataDirError, lockDataDir } from '../db/data-dir.ts'
import type { Database } from '../db/database.ts'
import { openPglite } from '../db/pglite.ts'
import { BackupError } from './backup-error.ts'
import { runTool } from './postgres-tools.ts'
import { type Copy, requestSnapshot } from './snapshot-socket.ts'

/** The database at one moment. */
export type Snapshot = AsyncDisposable & {
  kind: 'pglite' | 'postgres'
  db: Pick<Database, 'execute'>
  /**
   * Ends reading and returns the path of what a restore needs: the folder of the embedded database, or a dump of PostgreSQL in `folder`.
   */
  seal(folder: string): Promise<string>
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Takes a snapshot of the embedded database, whether a server runs on it or not, and opens it as a database of its own: whatever is read is
 * what the archive will contain.
 */
export async function openEmbeddedSnapshot(dataDir: string): Promise<Snapshot> {
  if (!existsSync(join(dataDir, 'db'))) throw new BackupError(`There is no database in ${dataDir}: check DATA_DIR.`)
  const copy = await copyEmbedded(dataDir)
  try {
    const fail = { error: undefined as Error | undefined }
    const connections = await openPglite({ dir: copy.path, logger: silent, onFatal: (error) => (fail.error = error) })
    let closed: Promise<void> | undefined
    const close = () => (closed ??= connections.close())
    return {
      kind: 'pglite',
      db: drizzle(connections.pool),
      async seal() {
        await close()
        return copy.path
      },
      async [Symbol.asyncDispose]() {
        await close()
        await copy.release()
      },
    }
  } catch (error) {
    await copy.release()
    throw error
  }
}

async function copyEmbedded(dataDir: string): Promise<Copy> {
  try {
    const { unlock, ...copy } = await copyStopped(dataDir)
    unlock()
    return copy
  } catch (error) {
    if (error instanceof DataDirError && error.code === 'in_use') return requestSnapshot(dataDir)
    throw error
  }
}

/** Copies the embedded database while no process uses it, nor may start to until `unlock`. Throws DataDirError if one does. */
export async function copyStopped(dataDir: string): Promise<Copy & { unlock(): void }> {
  const lock = await lockDataDir(dataDir)
  const path = join(dataDir, 'scratch', `snapshot-${randomUUID()}`)
  const release = () => rm(path, { recursive: true, force: true })
  try {
    // Names a process that no longer runs.
    const filter = (source: string) => !source.endsWith('postmaster.pid')
    await cp(join(dataDir, 'db'), path, { recursive: true, mode: constants.COPYFILE_FICLONE, filter })
    return { path, release, unlock: lock.release }
  } catch (error) {
    await release()
    lock.release()
    throw error
  }
}

/** Takes a snapshot of a PostgreSQL database: a transaction whose state `pg_dump` shares. */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url, application_name: 'quartet backup' })
  // The next query rejects.
  client.on('error', () => {})
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The database of DATABASE_URL cannot be reached (${error.code ?? error.name}).`)
  })
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
  return {
    kind: 'postgres',
    db: drizzle(client),
    async seal(folder) {
      const path = join(folder, 'database.dump')
      const args = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${rows[0]?.id}`, `--file=${path}`]
      await runTool('pg_dump', args, url)
      await client.query('commit')
      return path
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
