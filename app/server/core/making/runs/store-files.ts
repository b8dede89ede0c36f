import { v7 as uuidv7 } from 'uuid'
import type { files } from '#app/server/db/schema/files.ts'
import type { ProducedFile } from '#app/server/providers/provider.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { makePlaceholder } from '../files/make-placeholder.ts'
import type { GenerationRow } from '../generations/to-generation.ts'

type FileRow = typeof files.$inferInsert

const folderOf = (row: GenerationRow, attempt: number) => `${row.id.slice(-2)}/${row.id}/${attempt}`

/**
 * Stores the files under keys of their own attempt: an attempt that has outlived its lease must not touch the files of the one that took
 * over.
 */
export async function storeFiles(storage: Storage, row: GenerationRow, produced: ProducedFile[]): Promise<FileRow[]> {
  const rows: FileRow[] = []
  try {
    await storeEach(storage, row, produced, rows)
    return rows
  } catch (error) {
    // No row will name them. The storage may still be at fault; the next attempt deletes them again.
    for (const { storageKey } of rows) await storage.delete(storageKey).catch(() => undefined)
    throw error
  }
}

async function storeEach(storage: Storage, row: GenerationRow, produced: ProducedFile[], rows: FileRow[]): Promise<void> {
  for (const [index, file] of produced.entries()) {
    // The text of an answer is the first of its results, so its images are counted from one.
    const position = row.type === 'text' ? index + 1 : index
    const owner = { userId: row.userId, generationId: row.id }
    const key = `${folderOf(row, row.attempts)}/${position}`
    const storeStill = async (still: ProducedFile['poster'], storageKey: string): Promise<string | null> => {
      if (!still) return null
      const { path, ...described } = still
      const id = uuidv7()
      rows.push({ ...owner, ...described, ...(await storage.putFile(storageKey, path)), id, storageKey })
      return id
    }
    // The placeholder comes first, because storing moves the files away.
    const small = file.thumbnail ?? file.poster
    const placeholder = small && (await makePlaceholder(small.path))
    const posterId = await storeStill(file.poster, `${key}-poster`)
    const thumbnailId = await storeStill(file.thumbnail, `${key}-thumbnail`)
    const { path, mediaType, width, height, durationMs, peaks } = file
    rows.push({
      ...owner,
      ...(await storage.putFile(key, path)),
      id: uuidv7(),
      position,
      posterId,
      thumbnailId,
      storageKey: key,
      mediaType,
      width,
      height,
      durationMs,
      peaks,
      placeholder,
    })
  }
}

/** Keys of files that earlier attempts may have stored before they crashed. */
export function keysOfEarlierAttempts(row: GenerationRow, stored: FileRow[]): string[] {
  const names = stored.map(({ storageKey }) => storageKey.slice(folderOf(row, row.attempts).length))
  return Array.from({ length: row.attempts - 1 }, (_, index) => names.map((name) => folderOf(row, index + 1) + name)).flat()
}
