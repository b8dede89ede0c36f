import { readFile } from 'node:fs/promises'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { files, uploads } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { inspection } from '#app/server/inspection/inspection.ts'
import { InspectionError } from '#app/server/inspection/inspection-error.ts'
import { storageErrorOf } from '#app/server/storage/storage.ts'
import type { ToolAnswer, ToolPlace } from './answer.ts'
import type { ShownKind } from './shown.ts'

/** Bytes of a text that one call returns. */
const mostBytes = 20_000

type Wanted = { kind: ShownKind; id: string; handle: string; from: number }

const gone: ToolAnswer = { text: 'It no longer exists.', failed: true }

/** Reads a part of the text of a work or a file, which are the person's own. */
export async function readText(
  db: Database,
  { storage, userId }: Pick<ToolPlace, 'storage' | 'userId'>,
  wanted: Wanted,
): Promise<ToolAnswer> {
  const { id, from } = wanted
  const text = wanted.kind === 'f' ? await textOfUpload(db, storage, { userId, id, from }) : await textOfWork(db, { userId, id })
  if (typeof text === 'string') return { text: partOf(text, wanted) }
  return 'pages' in text ? { text: partOfPages(text, wanted) } : text
}

/** Cuts a part of at most 20 kB, between whole characters, and says where to go on. */
export function partOf(text: string, { handle, from }: Pick<Wanted, 'handle' | 'from'>, isWhole = true): string {
  let part = text.slice(from, from + mostBytes)
  while (Buffer.byteLength(part) > mostBytes) part = part.slice(0, Math.floor((part.length * mostBytes) / Buffer.byteLength(part)))
  if (/[\uD800-\uDBFF]$/.test(part)) part = part.slice(0, -1)
  const end = from + part.length
  if (from >= text.length && text !== '') return `[The text ends at ${text.length}]`
  const heading = from > 0 ? `[From ${from}]\n` : ''
  if (end >= text.length && isWhole) return `${heading}${part}`
  return `${heading}${part}\n[More: read ${handle} from ${end}${isWhole ? `, of ${text.length}` : ''}]`
}

/** The texts of the first pages of a document, and whether they are all. */
type Pages = { pages: string[]; isWhole: boolean }

/** Cuts a part of a document. Each page begins with its number, and so does a part that begins within one. */
export function partOfPages({ pages, isWhole }: Pages, { handle, from }: Pick<Wanted, 'handle' | 'from'>): string {
  const texts = pages.map((text, index) => `[Page ${index + 1}]\n${text}\n\n`)
  const text = texts.join('')
  let end = 0
  const at = texts.findIndex((one) => (end += one.length) > from)
  const isWithin = at >= 0 && from > end - (texts[at]?.length ?? 0)
  const part = partOf(text, { handle, from }, isWhole)
  return isWithin ? `[Page ${at + 1}, continued]\n${part}` : part
}

/** Characters of a document that can be read: more than any model takes, and little for the memory of the parser. */
const mostRead = 2_000_000

async function readDocument(path: string, from: number): Promise<Pages | ToolAnswer> {
  if (from > mostRead) return { text: `Only the first ${mostRead} characters of a document can be read.`, failed: true }
  const read = await inspection.run('readPages', { path, most: from + mostBytes }).catch((error: unknown) => {
    if (error instanceof InspectionError && error.reason !== 'unavailable') return undefined
    throw error
  })
  if (!read) return { text: 'The document is damaged.', failed: true }
  if ('refused' in read) return { text: 'The document needs a password.', failed: true }
  if (read.isWhole && read.pages.every((page) => page === '')) return { text: 'It has no text: a scan, or pictures only.', failed: true }
  return read
}

type Upload = { userId: string; id: string; from: number }

async function textOfUpload(db: Database, storage: Storage, { userId, id, from }: Upload): Promise<string | Pages | ToolAnswer> {
  const [upload] = await db
    .select({ storageKey: uploads.storageKey, mediaType: uploads.mediaType })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId)))
  if (!upload) return gone
  const isDocument = upload.mediaType === 'application/pdf'
  if (!upload.mediaType.startsWith('text/') && !isDocument)
    return { text: `It has no text that can be read here (${upload.mediaType}).`, failed: true }
  try {
    await using local = await storage.openLocal(upload.storageKey)
    if (isDocument) return await readDocument(local.path, from)
    return (await readFile(local.path, 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    if (storageErrorOf(error)?.code === 'not_found') return gone
    throw error
  }
}

async function textOfWork(db: Database, { userId, id }: { userId: string; id: string }): Promise<string | ToolAnswer> {
  const [work] = await db
    .select({ type: generations.type, prompt: generations.prompt, text: generations.text })
    .from(generations)
    .where(and(eq(generations.id, id), eq(generations.userId, userId), isNull(generations.deletedAt)))
  if (!work) return gone
  if (work.text) return work.type === 'text' ? `[Prompt]\n${work.prompt}\n\n[Text]\n${work.text}` : work.text
  const made = await db
    .select({ mediaType: files.mediaType, width: files.width, height: files.height, durationMs: files.durationMs })
    .from(files)
    .where(eq(files.generationId, id))
    .orderBy(files.position)
    .limit(8)
  const facts = made.map(({ mediaType, width, height, durationMs }) =>
    [mediaType, ...(width && height ? [`${width} × ${height}`] : []), ...(durationMs ? [`${durationMs / 1000} s`] : [])].join(', '),
  )
  return [`[Prompt]\n${work.prompt}`, ...facts].join('\n')
}
