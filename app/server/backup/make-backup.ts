import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Env } from '../env.ts'
import { type Storage, StorageError } from '../storage/storage.ts'
import { version } from '../version.ts'
import { BackupError } from './backup-error.ts'
import { entries, type Manifest } from './manifest.ts'
import { auditIfCurrent, countRows, readMigration } from './read-state.ts'
import { openEmbeddedSnapshot, openPostgresSnapshot, type Snapshot } from './snapshot.ts'
import { contentOf, type TarWriter, writeTar } from './tar.ts'
import { syncToDisk } from '../sync-to-disk.ts'

export type MakeBackupOptions = {
  env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR' | 'SECRET'>
  storage: Storage
  /** The path of the archive; compressed if it ends in `.gz`. */
  file: string
  /** Whether the archive contains the stored files, or refers to those in the storage. */
  mode: 'include' | 'reference'
}

export type Backup = {
  bytes: number
  manifest: Manifest
  /** Keys of files that the storage did not have, because they were deleted meanwhile or were missing before. */
  missing: number
  /** Keys of files whose content is not what the database says. */
  altered: string[]
}

const stagingPrefix = '.quartet-backup-'
/** Age after which a draft was certainly left by a dead process. */
const abandonedAfterMillis = 24 * 60 * 60 * 1000

/**
 * Makes a backup of one moment, whether a server runs or not. The archive appears under its name when it is complete. Throws BackupError
 * with a line for the operator.
 */
export async function makeBackup({ env, storage, file, mode }: MakeBackupOptions): Promise<Backup> {
  const target = resolve(file)
  if (existsSync(target)) throw new BackupError(`${target} exists: choose another name.`)
  const staging = await makeStaging(dirname(target))
  // A command that is interrupted leaves nothing either.
  const removeNow = () => rmSync(staging, { recursive: true, force: true })
  process.once('exit', removeNow)
  try {
    const draft = join(staging, 'archive')
    const backup = await writeArchive({ env, storage, staging, draft, mode, compresses: target.endsWith('.gz') })
    await rename(draft, target)
    await syncToDisk(dirname(target))
    return { ...backup, bytes: (await stat(target)).size }
  } finally {
    process.off('exit', removeNow)
    await rm(staging, { recursive: true, force: true })
  }
}

/** Makes a folder next to the archive, so that a rename moves it into place, and removes those of killed processes. */
async function makeStaging(folder: string): Promise<string> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The folder ${folder} cannot be read (${error.code}).`)
  })
  for (const name of names.filter((found) => found.startsWith(stagingPrefix))) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > abandonedAfterMillis) await rm(path, { recursive: true, force: true })
  }
  return mkdtemp(join(folder, stagingPrefix)).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The folder ${folder} cannot be written to (${error.code}).`)
  })
}

type WriteOptions = Omit<MakeBackupOptions, 'file'> & { staging: string; draft: string; compresses: boolean }

async function writeArchive({ env, storage, staging, draft, mode, compresses }: WriteOptions): Promise<Omit<Backup, 'bytes'>> {
  await using snapshot = env.DATABASE_URL ? await openPostgresSnapshot(env.DATABASE_URL) : await openEmbeddedSnapshot(resolve(env.DATA_DIR))
  const list = join(staging, 'files.ndjson')
  const manifest = await describe(snapshot, { list, mode })
  const database = await snapshot.seal(staging)

  const output = createWriteStream(draft, { mode: 0o600, flush: true })
  const gzip = compresses ? createGzip({ level: 3 }) : undefined
  const written = gzip ? pipeline(gzip, output) : finished(output)
  // A failure is thrown by the next write too.
  written.catch(() => {})
  const archive = sumUp(writeTar(gzip ?? output), join(staging, 'sums'))
  await archive.text(entries.manifest, `${JSON.stringify(manifest, null, 2)}\n`)
  const secret = env.SECRET ?? (await readFile(join(resolve(env.DATA_DIR), 'secret'), 'utf8').catch(() => undefined))
  if (secret) await archive.text(entries.secret, `${secret.trim()}\n`)
  if (snapshot.kind === 'pglite') await archive.tree(entries.databaseFolder, database)
  else await archive.path(entries.database, database)
  const problems = mode === 'include' ? await addFiles(archive, { storage, list }) : { missing: 0, altered: [] }
  await archive.end()
  await written
  return { manifest, ...problems }
}

/** Reads the snapshot, audits its ledger and writes the list of its files. Throws BackupError if the audit finds violations. */
async function describe({ kind, db }: Snapshot, { list, mode }: { list: string; mode: MakeBackupOptions['mode'] }): Promise<Manifest> {
  const broken = await auditIfCurrent(db)
  if (broken && broken.length > 0)
    throw new BackupError(
      `The ledger does not add up (${broken.length} violations): run "npm run audit:ledger". Back up the disk itself before anything else.`,
    )
  return {
    format: 1,
    version,
    made_at: new Date().toISOString(),
    database: kind,
    migration: await readMigration(db),
    rows: await countRows(db),
    audited: broken !== undefined,
    files: { mode, ...(await listFiles(db, list)) },
  }
}

const storedSchema = v.object({ key: v.string(), sha256: v.string() })
type Stored = v.InferOutput<typeof storedSchema>
const pageSize = 5_000

/** Writes a line for every stored file, in pages, because there may be millions. */
async function listFiles(db: Snapshot['db'], path: string): Promise<{ count: number; bytes: number }> {
  const lines = createWriteStream(path, { mode: 0o600 })
  const total = { count: 0, bytes: 0 }
  for (let after = ''; ;) {
    const { rows } = await db.execute<{ key: string; bytes: string; sha256: string }>(sql`
      select storage_key as key, bytes::text, sha256 from (
        select storage_key, bytes, sha256 from files union select storage_key, bytes, sha256 from uploads
      ) as stored where storage_key > ${after} collate "C" order by storage_key collate "C" limit ${pageSize}`)
    for (const { key, bytes, sha256 } of rows) {
      lines.write(`${JSON.stringify({ key, sha256 } satisfies Stored)}\n`)
      total.count += 1
      total.bytes += Number(bytes)
    }
    const last = rows.at(-1)
    if (!last) break
    after = last.key
  }
  lines.end()
  await finished(lines)
  return total
}

async function addFiles(archive: Summed, { storage, list }: { storage: Storage; list: string }) {
  const altered: string[] = []
  let missing = 0
  for await (const line of createInterface({ input: createReadStream(list) })) {
    const { key, sha256 } = v.parse(storedSchema, JSON.parse(line))
    try {
      await using local = await storage.openLocal(key)
      const found = await archive.path(`${entries.files}/${key}`, local.path)
      if (found !== sha256) altered.push(key)
    } catch (error) {
      if (!(error instanceof StorageError && error.code === 'not_found')) throw error
      missing += 1
    }
  }
  return { missing, altered }
}

type Summed = {
  text(name: string, content: string): Promise<void>
  /** Returns the SHA-256 of what was added. */
  path(name: string, path: string): Promise<string>
  tree(name: string, folder: string): Promise<void>
  /** Adds the checksums and the end. */
  end(): Promise<void>
}

/** Adds entries together with a list of their checksums in the format of `sha256sum`, which grows in the file `list`. */
function sumUp(tar: TarWriter, list: string): Summed {
  const sums = createWriteStream(list, { mode: 0o600 })
  async function add(name: string, bytes: number, source: AsyncIterable<Uint8Array>): Promise<string> {
    const hash = createHash('sha256')
    async function* hashed() {
      for await (const chunk of source) {
        hash.update(chunk)
        yield chunk
      }
    }
    await tar.file(name, bytes, hashed())
    const sum = hash.digest('hex')
    sums.write(`${sum}  ${name}\n`)
    return sum
  }
  const addPath = async (name: string, path: string) => add(name, (await stat(path)).size, contentOf(path))
  return {
    async text(name, content) {
      const bytes = Buffer.from(content)
      await add(name, bytes.length, Readable.from([bytes]))
    },
    path: addPath,
    async tree(name, folder) {
      await tar.folder(name)
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        const inside = `${name}/${relative(folder, path)}`
        // PostgreSQL needs its empty folders too.
        if (entry.isDirectory()) await tar.folder(inside)
        else if (entry.isFile()) await addPath(inside, path)
      }
    },
    async end() {
      sums.end()
      await finished(sums)
      await addPath(entries.sums, list)
      await tar.end()
    },
  }
}
