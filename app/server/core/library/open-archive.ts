import { and, asc, desc, inArray, isNotNull } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { files, generations } from '../../db/schema.ts'
import { requireStaying } from '../accounts/is-staying.ts'
import { fileName } from '../files/file-name.ts'
import { storedEntry, type ZipEntry, zipOf } from '../files/zip.ts'
import type { Storage } from '../../storage/storage.ts'
import { inLibrary, type OwnGenerations } from './own-generations.ts'

export type OpenArchiveOptions = OwnGenerations & { storage: Storage }

type Row = typeof generations.$inferSelect
type FileRow = typeof files.$inferSelect

/** One work in `index.json`: what it was made of, under which names it is in the archive, and what of it could not be had. */
type Listed = Pick<Row, 'id' | 'type' | 'model' | 'title' | 'prompt' | 'options'> & {
  created_at: string
  files: string[]
  missing: string[]
}

/**
 * A ZIP of works with their prompts in `index.json`, made as it is read: nothing of it is kept in memory or on the disk. A file
 * that is gone, or breaks off, is left out or cut short and named in the index; the archive is whole in any case.
 */
export async function openArchive(db: Database, { storage, ...own }: OpenArchiveOptions): Promise<ReadableStream<Uint8Array>> {
  await requireStaying(db, own)
  const rows = await db.select().from(generations).where(inLibrary(own)).orderBy(desc(generations.id))
  const ids = rows.map(({ id }) => id)
  const stored = await db
    .select()
    .from(files)
    .where(and(inArray(files.generationId, ids), isNotNull(files.position)))
    .orderBy(asc(files.position))
  const filesOf = Map.groupBy(stored, ({ generationId }) => generationId)
  return zipOf(entriesOf(storage, rows, filesOf))
}

async function* entriesOf(storage: Storage, rows: Row[], filesOf: Map<string, FileRow[]>): AsyncGenerator<ZipEntry, void> {
  const unique = uniqueNames(['index.json'])
  const listed: Listed[] = []
  for (const row of rows) {
    const { id, type, model, title, prompt, options, text, createdAt } = row
    const work: Listed = { id, type, model, title, prompt, options, created_at: createdAt.toISOString(), files: [], missing: [] }
    listed.push(work)
    const own = filesOf.get(id) ?? []
    for (const { mediaType, storageKey } of own) {
      const alike = own.filter((file) => file.mediaType === mediaType).length > 1
      const name = unique(fileName(title ?? prompt, { mediaType, number: alike ? work.files.length + work.missing.length + 1 : undefined }))
      yield* storedEntry(storage, {
        name,
        storageKey,
        lastModified: createdAt,
        onFound: () => work.files.push(name),
        onMissing: () => work.missing.push(name),
      })
    }
    if (type === 'text' && text) {
      const name = unique(fileName(title ?? prompt, { mediaType: 'text/markdown', number: undefined }))
      work.files.push(name)
      yield { name, lastModified: createdAt, input: `${text}\n` }
    }
  }
  yield { name: 'index.json', lastModified: new Date(), input: `${JSON.stringify(listed, null, 2)}\n` }
}

/** Names are told apart whatever their capitals, because some file systems do not. */
function uniqueNames(taken: string[]): (name: string) => string {
  const used = new Set(taken)
  return (name) => {
    const dot = name.lastIndexOf('.')
    let unique = name
    for (let count = 2; used.has(unique.toLowerCase()); count += 1) unique = `${name.slice(0, dot)}-${count}${name.slice(dot)}`
    used.add(unique.toLowerCase())
    return unique
  }
}
