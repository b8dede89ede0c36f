import { copyFile } from 'node:fs/promises'
import { digestFile } from './local-files.ts'
import { isMarker } from './marker.ts'
import { type ListedFile, type Storage, StorageError } from './storage.ts'

export type MoveReport = { moved: number; bytes: number; alreadyThere: number; deletedMeanwhile: number; failed: string[] }

export type MoveOptions = {
  from: Storage
  to: Storage
  onProgress?: (report: MoveReport) => void
}

/**
 * Copies every file that the new place lacks; a second run continues where the first one ended. Each copy is compared with its source by
 * SHA-256. The source stays, except for files that were deleted during the copy.
 */
export async function moveFiles({ from, to, onProgress }: MoveOptions): Promise<MoveReport> {
  const report: MoveReport = { moved: 0, bytes: 0, alreadyThere: 0, deletedMeanwhile: 0, failed: [] }
  for await (const file of from.list()) {
    if (isMarker(file.key)) continue
    // A file appears in its place at once and whole, so one that exists is complete.
    if (await to.stat(file.key)) report.alreadyThere += 1
    else await moveOne(file, { from, to, report })
    onProgress?.(report)
  }
  return report
}

async function moveOne({ key, bytes }: ListedFile, { from, to, report }: MoveOptions & { report: MoveReport }): Promise<void> {
  try {
    await using source = await from.openLocal(key)
    const original = await digestFile(source.path)
    await using copy = to.openTemp()
    await copyFile(source.path, copy.path)
    const stored = await to.putFile(key, copy.path)
    if (stored.sha256 !== original.sha256) throw new StorageError('damaged')
    if (await from.stat(key)) {
      report.moved += 1
      report.bytes += bytes
      return
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (error.code !== 'not_found') {
      report.failed.push(key)
      return
    }
  }
  await to.delete(key)
  report.deletedMeanwhile += 1
}
