import { createHash } from 'node:crypto'
import { and, asc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { files, uploads } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { isBuild } from '#app/server/storage/build-keys.ts'
import { isMarker } from '#app/server/storage/marker.ts'
import { type Storage, StorageError } from '#app/server/storage/storage.ts'

export type FilesReport = {
  rows: number
  objects: number
  /** Keys of rows without a file. */
  missing: string[]
  /** Keys of files whose size, or with `deep` whose content, differs from the row. */
  damaged: string[]
  /** Keys of files without a row. */
  orphans: string[]
  /** Rows and files that were deleted. */
  repaired: number
}

export type CheckFilesOptions = {
  storage: Storage
  /** Whether every file is read and its SHA-256 compared. */
  deep?: boolean
  /**
   * Whether to delete orphans, and the rows of missing posters and thumbnails, without which a work is shown as before. Missing results stay
   * listed: a backup may have them.
   */
  repair?: boolean
  now?: Date
}

/** Rows per query. */
const batch = 1_000
/** Milliseconds for which a file may exist before its row: a run stores its files first. */
const graceMs = 24 * 60 * 60_000

/** Compares the rows of the database with the files of the storage. */
export async function checkFiles(
  db: Database,
  { storage, deep = false, repair = false, now = new Date() }: CheckFilesOptions,
): Promise<FilesReport> {
  const report: FilesReport = { rows: 0, objects: 0, missing: [], damaged: [], orphans: [], repaired: 0 }
  for (const table of [files, uploads] as const) {
    for await (const row of rowsOf(db, table)) {
      report.rows += 1
      const state = await compare(storage, row, deep)
      if (state !== 'whole') report[state].push(row.storageKey)
      if (state === 'missing' && repair) report.repaired += await forgetStill(db, row.id)
    }
  }
  let page: { key: string; modifiedAt: Date }[] = []
  const sort = async () => {
    const known = await knownKeys(
      db,
      page.map(({ key }) => key),
    )
    for (const { key, modifiedAt } of page) {
      if (known.has(key) || now.getTime() - modifiedAt.getTime() < graceMs) continue
      report.orphans.push(key)
      if (!repair) continue
      await storage.delete(key)
      report.repaired += 1
    }
    page = []
  }
  for await (const file of storage.list()) {
    if (isMarker(file.key) || isBuild(file.key)) continue
    report.objects += 1
    page.push(file)
    if (page.length >= batch) await sort()
  }
  await sort()
  return report
}

type Row = { id: string; storageKey: string; bytes: number; sha256: string }

async function* rowsOf(db: Database, table: typeof files | typeof uploads): AsyncGenerator<Row> {
  let after: string | undefined
  for (;;) {
    const { id, storageKey, bytes, sha256 } = table
    const rows = await db
      .select({ id, storageKey, bytes, sha256 })
      .from(table)
      .where(after === undefined ? undefined : gt(id, after))
      .orderBy(asc(id))
      .limit(batch)
    yield* rows
    after = rows.at(-1)?.id
    if (after === undefined || rows.length < batch) return
  }
}

async function compare(storage: Storage, { storageKey, bytes, sha256 }: Row, deep: boolean): Promise<'whole' | 'missing' | 'damaged'> {
  const found = await storage.stat(storageKey)
  if (!found) return 'missing'
  if (found.bytes !== bytes) return 'damaged'
  if (!deep) return 'whole'
  try {
    const hash = createHash('sha256')
    for await (const chunk of await storage.read(storageKey, { bytes })) hash.update(chunk)
    return hash.digest('hex') === sha256 ? 'whole' : 'damaged'
  } catch (error) {
    if (error instanceof StorageError && error.code === 'damaged') return 'damaged'
    throw error
  }
}

/** Deletes the row of a poster or thumbnail, and any row of a work that is deleted permanently. */
async function forgetStill(db: Database, id: string): Promise<number> {
  const purged = db.select({ id: generations.id }).from(generations).where(isNotNull(generations.purgedAt))
  const gone = await db
    .delete(files)
    .where(and(eq(files.id, id), or(isNull(files.position), inArray(files.generationId, purged))))
    .returning({ id: files.id })
  return gone.length
}

async function knownKeys(db: Database, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const [ofFiles, ofUploads] = [
    await db.select({ key: files.storageKey }).from(files).where(inArray(files.storageKey, keys)),
    await db.select({ key: uploads.storageKey }).from(uploads).where(inArray(uploads.storageKey, keys)),
  ]
  return new Set([...ofFiles, ...ofUploads].map(({ key }) => key))
}
