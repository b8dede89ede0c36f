import { and, eq, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Database } from '#app/server/db/database.ts'
import { inspection } from '#app/server/inspection/inspection.ts'
import { InspectionError } from '#app/server/inspection/inspection-error.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { markFile, readMark } from './mark-file.ts'
import { Problem, type ProblemOptions } from '../../problem.ts'

type FileRow = typeof files.$inferSelect

/** The keys of copies, which are rows of `files` without a position: deleting a work's files deletes them too. */
export const cleanKeyOf = ({ storageKey }: Pick<FileRow, 'storageKey'>) => `${storageKey}-clean`
const placelessKeyOf = ({ storageKey }: Pick<FileRow, 'storageKey'>) => `${storageKey}-placeless`

/**
 * Returns the row that a link serves for a result: the copy without metadata while the prompt is hidden, else the result, unless its
 * metadata name a place. Undefined if there is none.
 */
export function sharedRow<Row extends Pick<FileRow, 'storageKey'>>(
  rows: readonly Row[],
  result: Row,
  showPrompt: boolean,
): Row | undefined {
  const rowOf = (key: string) => rows.find(({ storageKey }) => storageKey === key)
  return showPrompt ? (rowOf(placelessKeyOf(result)) ?? result) : rowOf(cleanKeyOf(result))
}

/** Subtitles and lyrics derive from the prompt, so hiding it hides them as well. */
export const isCaptions = ({ mediaType }: Pick<FileRow, 'mediaType'>) => mediaType === 'text/vtt' || mediaType === 'application/x-subrip'

type CopiesOptions = { storage: Storage; generationId: string }

/**
 * Makes a copy of each result without other metadata than the mark of AI: files contain the prompt in PNG text chunks, XMP, MP4 and ID3 tags, and services may write
 * it anywhere. Throws `prompt_in_file` if that is impossible.
 */
export async function makeCleanCopies(db: Database, options: CopiesOptions): Promise<void> {
  await copyEach(db, { ...options, keyOf: cleanKeyOf, needs: async () => true, impossible: { show_prompt: 'prompt_in_file' } })
}

/** Makes the same copies of the results whose metadata name a place: a service may have kept those of a photo that it was given. */
export async function makePlacelessCopies(db: Database, options: CopiesOptions): Promise<void> {
  const needs = (path: string, { mediaType, userId }: FileRow) =>
    inspection.run('namesPlace', { path, mediaType }, { ...(userId && { userId }) }).catch(isUnreadable)
  await copyEach(db, { ...options, keyOf: placelessKeyOf, needs, impossible: { file: 'file_unreadable' } })
}

/** Nothing that reads a place can read it there either. */
function isUnreadable(error: unknown): false {
  if (error instanceof InspectionError && error.reason === 'unreadable') return false
  throw error
}

type EachOptions = CopiesOptions & {
  keyOf(row: FileRow): string
  needs(path: string, row: FileRow): Promise<boolean>
  impossible: NonNullable<ProblemOptions['fields']>
}

async function copyEach(db: Database, { storage, generationId, keyOf, needs, impossible }: EachOptions): Promise<void> {
  const rows = await db.select().from(files).where(eq(files.generationId, generationId))
  const keys = new Set(rows.map(({ storageKey }) => storageKey))
  for (const row of rows) {
    const key = keyOf(row)
    if (row.position === null || isCaptions(row) || keys.has(key)) continue
    await using original = await storage.openLocal(row.storageKey)
    if (!(await needs(original.path, row))) continue
    await using copy = storage.openTemp()
    const { mediaType, userId } = row
    await writeClean({ from: original.path, to: copy.path, mediaType, userId }).catch((cause: unknown) => {
      throw new Problem('invalid_input', { fields: impossible, cause })
    })
    const stored = await storage.putFile(key, copy.path)
    const kept = await db.transaction(async (tx) => {
      const [owner] = await tx
        .select({ id: generations.id })
        .from(generations)
        .where(and(eq(generations.id, generationId), isNull(generations.purgedAt)))
        .for('no key update')
      if (!owner) return 'purged'
      // Another request may have made the same copy.
      if ((await tx.$count(files, and(eq(files.generationId, generationId), eq(files.storageKey, key)))) > 0) return 'known'
      await tx.insert(files).values({
        ...row,
        ...stored,
        id: uuidv7(),
        position: null,
        posterId: null,
        thumbnailId: null,
        peaks: null,
        placeholder: null,
        storageKey: key,
      })
      return 'added'
    })
    if (kept === 'purged') {
      await storage.delete(key)
      throw new Problem('not_found')
    }
  }
}

type CleanOptions = { from: string; to: string; mediaType: string; userId: string }

/** Copies nothing of the metadata but the mark that AI made the work, which contains no prompt. */
async function writeClean({ userId, ...copy }: CleanOptions): Promise<void> {
  const { from, to, mediaType } = copy
  const mark = await readMark({ path: from, mediaType })
  await inspection.run('copyClean', copy, { userId })
  if (mark && !(await markFile({ path: to, mediaType }, mark))) throw new Error(`no way to mark ${mediaType}`)
}
