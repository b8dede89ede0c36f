import { and, eq, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { files } from '../../db/schema/files.ts'
import { generations } from '../../db/schema/generations.ts'
import type { Database } from '../../db/database.ts'
import { inspection } from '../../inspection/inspection.ts'
import type { Storage } from '../../storage/storage.ts'
import { markFile, readMark } from '../marks/mark-file.ts'
import { Problem } from '../problem.ts'

type FileRow = typeof files.$inferSelect

/** The key of the copy, which is a row of `files` without a position: deleting a work's files deletes it too. */
export const cleanKeyOf = ({ storageKey }: Pick<FileRow, 'storageKey'>) => `${storageKey}-clean`

/** Subtitles and lyrics derive from the prompt, so hiding it hides them as well. */
export const isCaptions = ({ mediaType }: Pick<FileRow, 'mediaType'>) => mediaType === 'text/vtt' || mediaType === 'application/x-subrip'

/**
 * Makes a copy of each result without other metadata than the mark of AI: files contain the prompt in PNG text chunks, XMP, MP4 and ID3 tags, and services may write
 * it anywhere. Throws `prompt_in_file` if that is impossible.
 */
export async function makeCleanCopies(db: Database, { storage, generationId }: { storage: Storage; generationId: string }): Promise<void> {
  const rows = await db.select().from(files).where(eq(files.generationId, generationId))
  const keys = new Set(rows.map(({ storageKey }) => storageKey))
  for (const row of rows) {
    const key = cleanKeyOf(row)
    if (row.position === null || isCaptions(row) || keys.has(key)) continue
    await using original = await storage.openLocal(row.storageKey)
    await using copy = storage.openTemp()
    const { mediaType, userId } = row
    await writeClean({ from: original.path, to: copy.path, mediaType, userId }).catch((cause: unknown) => {
      throw new Problem('invalid_input', { fields: { show_prompt: 'prompt_in_file' }, cause })
    })
    const stored = await storage.putFile(key, copy.path)
    const kept = await db.transaction(async (tx) => {
      const [owner] = await tx
        .select({ id: generations.id })
        .from(generations)
        .where(and(eq(generations.id, generationId), isNull(generations.purgedAt)))
        .for('share')
      if (!owner) return false
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
      return true
    })
    if (!kept) {
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
