import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as v from 'valibot'
import { auditLedger } from '../core/money/tokens/audit-ledger.ts'
import { lockDataDir } from '../db/data-dir.ts'
import { openDatabase } from '../db/database.ts'
import { migrationTags } from '../db/migrate.ts'
import { openPglite } from '../db/pglite.ts'
import type { Env } from '../env.ts'
import { messages } from '../preflight/messages.mjs'
import { freeBytes, isDiskFull } from '../preflight/preflight.mjs'
import type { Storage } from '../storage/storage.ts'
import { version } from '../version.ts'
import { BackupError } from './backup-error.ts'
import { entries, filesReportSchema, type Manifest } from './manifest.ts'
import { requireTool, runTool } from './postgres-tools.ts'
import { readArchive } from './read-archive.ts'
import { auditIfCurrent, countRows } from './read-state.ts'

type Place = Pick<Env, 'DATABASE_URL' | 'DATA_DIR' | 'SECRET'>
export type Restored = {
  manifest: Manifest
  /** Stored files that the archive contains. */
  files: number
  /** Whether `SECRET` differs from the restored secret. */
  hasOtherSecret: boolean
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Restores a backup into an empty place: a data folder without a database and files, or a PostgreSQL database without tables. The database
 * is checked and moved into place last. Throws BackupError with a line for the operator.
 */
export async function restoreBackup({
  env,
  storage: openStorage,
  file,
}: {
  env: Place
  storage: () => Promise<Storage>
  file: string
}): Promise<Restored> {
  const dataDir = resolve(env.DATA_DIR)
  const lock = await lockDataDir(dataDir)
  const draft = join(dataDir, `restore-${randomUUID()}`)
  try {
    if (env.DATABASE_URL) await requireTool('pg_restore')
    await removeRemains(dataDir)
    await requireEmpty(env)
    await writeFile(unfinishedIn(dataDir), '', { mode: 0o600, flush: true })
    const { manifest, files } = await readArchive({
      file,
      into: draft,
      extractsFiles: true,
      accept: (found) => requireFit(found, env),
    })
    const secret = (await readFile(join(draft, entries.secret), 'utf8').catch(() => '')).trim()
    if (manifest.database === 'pglite') await checkEmbedded(join(draft, entries.databaseFolder), manifest)
    await storeFiles(join(draft, entries.files), await openStorage())
    if (secret && !env.SECRET) await rename(join(draft, entries.secret), join(dataDir, 'secret'))
    if (env.DATABASE_URL) {
      await restorePostgres(join(draft, entries.database), env.DATABASE_URL)
      await checkPostgres(env.DATABASE_URL, manifest)
    } else await rename(join(draft, entries.databaseFolder), join(dataDir, 'db'))
    await rm(unfinishedIn(dataDir))
    return { manifest, files, hasOtherSecret: Boolean(secret && env.SECRET && secret !== env.SECRET) }
  } finally {
    await removeRemains(dataDir)
    lock.release()
  }
}

export type Verified = {
  manifest: Manifest
  files: number
  /** Files that the installation lacked, or had damaged, when the backup was made. */
  lost: number
}

/**
 * Restores a backup into a temporary place, with today's migrations, and audits its ledger. A backup of PostgreSQL is restored into a
 * temporary database on the server of `DATABASE_URL`. Throws BackupError with the first problem.
 */
export async function verifyBackup({
  env,
  file,
  scratch = tmpdir(),
}: {
  env: Pick<Env, 'DATABASE_URL'>
  file: string
  /** The folder in which the temporary place is made. */
  scratch?: string
}): Promise<Verified> {
  await removeOld(scratch)
  const folder = await makeScratch(scratch)
  // A command that is interrupted leaves nothing either.
  const removeNow = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeNow)
  try {
    const read = await readArchive({ file, into: folder, extractsFiles: false, accept: requireKnown })
    if (read.manifest.database === 'pglite') {
      await checkEmbedded(join(folder, entries.databaseFolder), read.manifest)
      await migrateAndAudit({ dataDir: folder })
    } else await verifyDump(join(folder, entries.database), { url: env.DATABASE_URL, manifest: read.manifest })
    return { ...read, lost: await countLost(folder, read) }
  } catch (error) {
    throw diskFullIn(scratch, error) ?? error
  } finally {
    process.off('exit', removeNow)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the secret of an archive, which stays as it is. Throws BackupError if it is damaged or has none. */
export async function readSecret(file: string): Promise<string> {
  const folder = await makeScratch(tmpdir())
  const removeNow = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeNow)
  try {
    await readArchive({ file, into: folder, extractsFiles: false, accept: requireKnown })
    const secret = (await readFile(join(folder, entries.secret), 'utf8').catch(() => '')).trim()
    if (secret === '') throw new BackupError('The archive has no secret.')
    return secret
  } catch (error) {
    throw diskFullIn(tmpdir(), error) ?? error
  } finally {
    process.off('exit', removeNow)
    removeNow()
  }
}

/** Makes a temporary place, which the exit of an interrupted command removes. */
async function makeScratch(parent: string): Promise<string> {
  return mkdtemp(join(parent, verifyPrefix)).catch((error: NodeJS.ErrnoException) => {
    throw diskFullIn(parent, error) ?? new BackupError(`The folder ${parent} cannot be written to (${error.code}): set TMPDIR to another.`)
  })
}

/** A write that fails for want of space does not name its folder. */
function diskFullIn(folder: string, error: unknown): BackupError | undefined {
  return isDiskFull(error) ? new BackupError(messages.diskFull(folder, freeBytes(folder)), { cause: error }) : undefined
}

const verifyPrefix = 'quartet-verify-'
/** Age after which a place was certainly left by a killed process. */
const abandonedAfterMillis = 24 * 60 * 60_000

/** Removes the places of checks that were killed, which contain a database and a secret. */
async function removeOld(scratch: string): Promise<void> {
  for (const name of await readdir(scratch).catch(() => [])) {
    if (!name.startsWith(verifyPrefix)) continue
    const path = join(scratch, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > abandonedAfterMillis) await rm(path, { recursive: true, force: true })
  }
}

async function countLost(folder: string, { manifest, files }: { manifest: Manifest; files: number }): Promise<number> {
  const text = await readFile(join(folder, entries.filesReport), 'utf8').catch(() => undefined)
  // An earlier version did not tell deleted files from missing ones.
  if (text === undefined) return manifest.files.mode === 'include' ? manifest.files.count - files : 0
  const report = v.safeParse(v.pipe(v.string(), v.parseJson(), filesReportSchema), text)
  if (!report.success) throw new BackupError(`This backup has a format that Quartet ${version} does not know.`)
  return report.output.missing.length + report.output.altered.length
}

async function verifyDump(dump: string, { url, manifest }: { url: string | undefined; manifest: Manifest }): Promise<void> {
  if (!url) throw new BackupError('This is a backup of PostgreSQL: set DATABASE_URL to a server on which it can be restored for the check.')
  const name = `quartet_verify_${Date.now()}_${randomUUID().slice(0, 8)}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await dropOld(client)
    await client.query(`create database ${name}`).catch((error: NodeJS.ErrnoException) => {
      throw error.code === '42501'
        ? new BackupError('The user of DATABASE_URL may not create a database for the check: set DATABASE_URL to a server where it may.')
        : error
    })
    const copy = new URL(url)
    copy.pathname = `/${name}`
    try {
      await restorePostgres(dump, copy.href)
      await checkPostgres(copy.href, manifest)
      await migrateAndAudit({ dataDir: tmpdir(), url: copy.href })
    } finally {
      await client.query(`drop database ${name} with (force)`)
    }
  } finally {
    await client.end()
  }
}

/** Drops the databases of checks that were killed. */
async function dropOld(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^quartet_verify_\\d+_[0-9a-f]+$'
      and split_part(datname, '_', 3)::bigint < $1 and pg_has_role(datdba, 'member')`,
    [Date.now() - abandonedAfterMillis],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
}

/** A file of the data folder that exists from the check that it is empty until the restore is complete. */
export const unfinishedRestore = 'restore-unfinished'

const unfinishedIn = (dataDir: string) => join(dataDir, unfinishedRestore)

/**
 * Removes what a restore that failed or was killed has left: its draft, with the database and the secret, and what it had moved into the
 * folder, which was empty before. Files in a bucket stay, and are stored again under the same names.
 */
async function removeRemains(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) if (isDraft(name)) await rm(join(dataDir, name), { recursive: true, force: true })
  if (!existsSync(unfinishedIn(dataDir))) return
  // The embedded database is moved last, so with it the restore was complete.
  if (!existsSync(join(dataDir, 'db')))
    for (const name of ['files', 'secret']) await rm(join(dataDir, name), { recursive: true, force: true })
  await rm(unfinishedIn(dataDir), { force: true })
}

const isDraft = (name: string) => /^restore-[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name)

async function requireEmpty({ DATABASE_URL: url, DATA_DIR }: Place): Promise<void> {
  const dataDir = resolve(DATA_DIR)
  const full = (what: string) => new BackupError(`${what}: a restore overwrites nothing. Choose another DATA_DIR or database.`)
  for (const name of ['db', 'secret']) if (existsSync(join(dataDir, name))) throw full(`${join(dataDir, name)} exists`)
  const stored = await readdir(join(dataDir, 'files')).catch(() => [])
  if (stored.some((name) => !name.startsWith('.'))) throw full(`${join(dataDir, 'files')} contains files`)
  if (!url) return
  const client = new pg.Client({ connectionString: url })
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The database of DATABASE_URL cannot be reached (${error.code ?? error.name}).`)
  })
  const { rows } = await client.query(`select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1`)
  await client.end()
  if (rows.length > 0) throw full('The database of DATABASE_URL has tables')
}

function requireFit(manifest: Manifest, { DATABASE_URL }: Place): void {
  requireKnown(manifest)
  if (manifest.database === 'pglite' && DATABASE_URL)
    throw new BackupError('This is a backup of the embedded database: restore it without DATABASE_URL.')
  if (manifest.database === 'postgres' && !DATABASE_URL)
    throw new BackupError('This is a backup of PostgreSQL: set DATABASE_URL to an empty database.')
}

function requireKnown({ migration, version: maker }: Manifest): void {
  const isKnown = [...migrationTags.values()].some((tag) => tag === migration)
  if (!isKnown) throw new BackupError(`This backup was made by Quartet ${maker}, which is newer than this one (${version}): update first.`)
}

async function restorePostgres(dump: string, url: string): Promise<void> {
  const args = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', `--dbname=${new URL(url).pathname.slice(1)}`]
  await runTool('pg_restore', [...args, dump], url)
}

async function checkEmbedded(dir: string, manifest: Manifest): Promise<void> {
  const connections = await openPglite({ dir, logger: silent, onFatal: () => {} })
  try {
    await check(connections.pool, manifest)
  } finally {
    await connections.close()
  }
}

async function checkPostgres(url: string, manifest: Manifest): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  // The pool ends without waiting for its connection, so dropping the database may end that first: without a listener, so would the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await check(pool, manifest)
  } finally {
    await pool.end()
  }
}

/** Compares the restored database with the manifest, and audits its ledger. */
async function check(pool: pg.Pool, manifest: Manifest): Promise<void> {
  const db = drizzle(pool)
  const rows = await countRows(db)
  const other = Object.keys({ ...rows, ...manifest.rows }).find((table) => !isDeepStrictEqual(rows[table], manifest.rows[table]))
  if (other)
    throw new BackupError(`The restored table ${other} has ${rows[other] ?? 'no'} rows instead of ${manifest.rows[other] ?? 'none'}.`)
  requireSound((await auditIfCurrent(db)) ?? [])
}

/** Proves that today's migrations run on the restored database. */
async function migrateAndAudit(options: { dataDir: string; url?: string }): Promise<void> {
  const handle = await openDatabase(options)
  try {
    requireSound(await auditLedger(handle.db))
  } finally {
    await handle.close()
  }
}

function requireSound(broken: readonly unknown[]): void {
  if (broken.length > 0) throw new BackupError(`The ledger of the restored database does not add up (${broken.length} violations).`)
}

/** Moves extracted files into the storage, under the names that they have in the archive. */
async function storeFiles(folder: string, storage: Storage): Promise<void> {
  if (!existsSync(folder)) return
  for await (const entry of await opendir(folder, { recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) await storage.putFile(relative(folder, path), path)
  }
}
