import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { FilmFile } from '#app/contract/films/film-cut.ts'
import type { Database } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { type LocalFile, type Storage, StorageError } from '#app/server/storage/storage.ts'

export type OpenFilmFilesOptions = {
  storage: Storage
  userId: string
  /** The runs of the parts by their names. */
  takes: Readonly<Record<string, string>>
}

/**
 * Opens the files of a film's parts until disposed. A part that failed, was deleted or is damaged has none: something stands in for it. A
 * storage that does not answer fails the run, which is repeated later.
 */
export async function openFilmFiles(
  db: Database,
  { storage, userId, takes }: OpenFilmFilesOptions,
): Promise<AsyncDisposable & { files: ReadonlyMap<string, FilmFile> }> {
  await using stack = new AsyncDisposableStack()
  const opened = new Map<string, FilmFile>()
  const partOfRun = new Map(Object.entries(takes).map(([part, id]) => [id, part]))
  const rows =
    partOfRun.size === 0
      ? []
      : await db
          .select({ id: generations.id, storageKey: files.storageKey, mediaType: files.mediaType, durationMs: files.durationMs })
          .from(generations)
          .innerJoin(files, and(eq(files.generationId, generations.id), eq(files.position, 0)))
          .where(
            and(
              inArray(generations.id, [...partOfRun.keys()]),
              eq(generations.userId, userId),
              eq(generations.status, 'succeeded'),
              isNull(generations.deletedAt),
            ),
          )
  for (const { id, storageKey, mediaType, durationMs } of rows) {
    const local = await openIfWhole(storage, storageKey)
    const part = partOfRun.get(id)
    if (local && part !== undefined) opened.set(part, { path: stack.use(local).path, mediaType, durationMs })
  }
  const kept = stack.move()
  return { files: opened, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

async function openIfWhole(storage: Storage, key: string): Promise<LocalFile | undefined> {
  try {
    return await storage.openLocal(key)
  } catch (error) {
    if (error instanceof StorageError && ['not_found', 'damaged'].includes(error.code)) return undefined
    throw error
  }
}
