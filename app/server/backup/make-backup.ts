import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Env } from '../env.ts'
import { type Storage, StorageError } from '../storage/storage.ts'
import { version } from '../version.ts'
import { BackupError } from './backup-error.ts'
import { entries, type FilesReport, type Manifest } from './manifest.ts'
import { requireTool } from './postgres-tools.ts'
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
  /** Files that were deleted while the backup was made. */
  deleted: number
  /** Keys of files that the storage should have and does not. */
  missing: string[]
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
  if (env.DATABASE_URL) await requireTool('pg_dump')
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
  await using snapshot = await openSnapshot(env)
  const list = join(staging, 'files.ndjson')
  const manifest = await describe(snapshot, { list, mode })
  const database = await snapshot.seal(staging)

  const output = createWriteStream(draft, { mode: 0o600, flush: true })
  const tar = writeTar()
  const written = pipeline(tar.stream, compresses ? createGzip({ level: 3 }) : new PassThrough(), output)
  // A failure is thrown by the next write too.
  written.catch(() => {})
  const archive = sumUp(tar, join(staging, 'sums'))
  await archive.text(entries.manifest, `${JSON.stringify(manifest, null, 2)}\n`)
  const secret = env.SECRET ?? (await readFile(join(resolve(env.DATA_DIR), 'secret'), 'utf8').catch(() => undefined))
  if (secret) await archive.text(entries.secret, `${secret.trim()}\n`)
  if (snapshot.kind === 'pglite') await archive.tree(entries.databaseFolder, database)
  else await archive.path(entries.database, database)
  const { absent, altered } = mode === 'include' ? await addFiles(archive, { storage, list }) : await findAbsent({ storage, list })
  const missing = await stillExpected(env, absent)
  const files: FilesReport = { deleted: absent.length - missing.length, missing, altered }
  await archive.text(entries.filesReport, `${JSON.stringify(files)}\n`)
  await archive.end()
  await written
  return { manifest, ...files }
}

const openSnapshot = ({ DATABASE_URL: url, DATA_DIR }: MakeBackupOptions['env']): Promise<Snapshot> =>
  url ? openPostgresSnapshot(url) : openEmbeddedSnapshot(resolve(DATA_DIR))

/** Of files that were not found, those that a later snapshot lists too: the others were deleted while the backup was made. */
async function stillExpected(env: MakeBackupOptions['env'], absent: readonly string[]): Promise<string[]> {
  if (absent.length === 0) return []
  await using snapshot = await openSnapshot(env)
  const missing: string[] = []
  for (let from = 0; from < absent.length; from += pageSize) {
    const keys = JSON.stringify(absent.slice(from, from + pageSize))
    const { rows } = await snapshot.db.execute<{ key: string }>(sql`
      select key from (${expectedFiles}) as expected where key in (select jsonb_array_elements_text(${keys}::jsonb)) order by key`)
    missing.push(...rows.map(({ key }) => key))
  }
  return missing
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

/** The files that the storage should have. Those of a work that is deleted permanently are deleted before their rows. */
const expectedFiles = sql`
  select storage_key as key, bytes, sha256 from files where exists (
    select from generations where generations.id = files.generation_id and generations.purged_at is null)
  union select storage_key as key, bytes, sha256 from uploads`

/** Writes a line for every stored file, in pages, because there may be millions. */
async function listFiles(db: Snapshot['db'], path: string): Promise<{ count: number; bytes: number }> {
  const lines = createWriteStream(path, { mode: 0o600 })
  const total = { count: 0, bytes: 0 }
  for (let after = ''; ;) {
    const { rows } = await db.execute<{ key: string; bytes: string; sha256: string }>(sql`
      select key, bytes::text, sha256 from (${expectedFiles}) as expected
      where key > ${after} collate "C" order by key collate "C" limit ${pageSize}`)
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

type FoundFiles = { absent: string[]; altered: string[] }

async function* readList(list: string): AsyncGenerator<Stored> {
  for await (const line of createInterface({ input: createReadStream(list) })) yield v.parse(storedSchema, JSON.parse(line))
}

/** Looks for the files of an archive that refers to them. */
async function findAbsent({ storage, list }: { storage: Storage; list: string }): Promise<FoundFiles> {
  // A list costs a request per thousand files, a look at each file one per file.
  const found = new Set<string>()
  for await (const { key } of storage.list()) found.add(key)
  const absent: string[] = []
  for await (const { key } of readList(list)) if (!found.has(key)) absent.push(key)
  return { absent, altered: [] }
}

async function addFiles(archive: Summed, { storage, list }: { storage: Storage; list: string }): Promise<FoundFiles> {
  const altered: string[] = []
  const absent: string[] = []
  for await (const { key, sha256 } of readList(list)) {
    try {
      await using local = await storage.openLocal(key)
      const found = await archive.path(`${entries.files}/${key}`, local.path)
      if (found !== sha256) altered.push(key)
    } catch (error) {
      if (!(error instanceof StorageError && error.code === 'not_found')) throw error
      absent.push(key)
    }
  }
  return { absent, altered }
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
      tar.end()
    },
  }
}
