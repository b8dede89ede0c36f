import { and, asc, desc, inArray, isNotNull } from 'drizzle-orm'
import { answerDocument } from '#app/contract/studio/answer-document.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { translate } from '#app/server/i18n.ts'
import { requireActive } from '../../active-account.ts'
import { fileName } from '../../making/files/file-name.ts'
import { storedEntry, type ZipEntry, zipOf } from '../../making/files/zip.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { inLibrary, type OwnGenerations } from './own-generations.ts'

export type OpenArchiveOptions = OwnGenerations & {
  storage: Storage
  /** The language of the headings in documents. */
  locale: Locale
}

type Row = typeof generations.$inferSelect
type FileRow = typeof files.$inferSelect

/** An entry of `index.json`: how the work was made, its files in the archive, and those missing. */
type Listed = Pick<Row, 'id' | 'type' | 'model' | 'title' | 'prompt' | 'options'> & {
  created_at: string
  files: string[]
  missing: string[]
}

/**
 * Streams a ZIP of works with their prompts in `index.json`. A missing file is skipped, an unreadable one truncated, and both are named in
 * the index; the archive is always complete.
 */
export async function openArchive(db: Database, { storage, locale, ...own }: OpenArchiveOptions): Promise<ReadableStream<Uint8Array>> {
  await requireActive(db, own)
  const rows = await db.select().from(generations).where(inLibrary(own)).orderBy(desc(generations.id))
  const ids = rows.map(({ id }) => id)
  const stored = await db
    .select()
    .from(files)
    .where(and(inArray(files.generationId, ids), isNotNull(files.position)))
    .orderBy(asc(files.position))
  const filesOf = Map.groupBy(stored, ({ generationId }) => generationId)
  return zipOf(entriesOf({ storage, locale }, rows, filesOf))
}

const headings = {
  thinking: /*i18n*/ { id: 'document.thinking', message: 'Thinking' },
  sources: /*i18n*/ { id: 'document.sources', message: 'Sources' },
}

type EntriesOptions = Pick<OpenArchiveOptions, 'storage' | 'locale'>

async function* entriesOf(
  { storage, locale }: EntriesOptions,
  rows: Row[],
  filesOf: Map<string, FileRow[]>,
): AsyncGenerator<ZipEntry, void> {
  const unique = uniqueNames(['index.json'])
  const listed: Listed[] = []
  for (const row of rows) {
    const { id, type, model, title, prompt, options, text, thinking, sources, createdAt } = row
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
      const own = { thinking: translate(locale, headings.thinking), sources: translate(locale, headings.sources) }
      yield { name, lastModified: createdAt, input: `${answerDocument({ text, thinking, sources, headings: own })}\n` }
    }
  }
  yield { name: 'index.json', lastModified: new Date(), input: `${JSON.stringify(listed, null, 2)}\n` }
}

/** Names differ by more than case, because some file systems ignore it. */
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
