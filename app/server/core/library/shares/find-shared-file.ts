import { eq } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { fileName } from '../../making/files/file-name.ts'
import type { StoredFile } from '../../making/files/find-file.ts'
import { Problem } from '../../problem.ts'
import { isCaptions, sharedRow } from '../../making/marks/clean-copies.ts'
import { findShare, type FindShareOptions } from './find-share.ts'
import { removePlaces } from './remove-places.ts'

export type FindSharedFileOptions = FindShareOptions & {
  storage: Storage
  /** Position among the results, from 0. */
  place: string
  poster?: boolean
}

/** Finds a file of a shared result, or its poster. If the prompt is hidden, the file is the copy without metadata, under a neutral name. */
export async function findSharedFile(
  db: Database,
  attempts: Attempts,
  { storage, place, poster = false, ...asked }: FindSharedFileOptions,
): Promise<StoredFile> {
  const { share, generation } = await findShare(db, attempts, asked)
  if (!/^\d{1,3}$/.test(place)) throw new Problem('not_found')
  // A link of an older release is checked by a sweep, or by its first visitor.
  if (!poster && share.showPrompt && !(share.placesRemoved ?? (await removePlaces(db, { storage, generationId: generation.id })))) {
    throw new Problem('not_found')
  }
  const rows = await db.select().from(files).where(eq(files.generationId, generation.id))
  const result = rows.find(({ position }) => position === Number(place))
  if (!result || (!share.showPrompt && isCaptions(result))) throw new Problem('not_found')
  const file = poster ? rows.find(({ id }) => id === result.posterId) : sharedRow(rows, result, share.showPrompt)
  if (!file) throw new Problem('not_found')
  const { storageKey, mediaType, bytes, sha256 } = file
  const several = rows.filter(({ position, mediaType: type }) => position !== null && type === result.mediaType).length > 1
  const words = generation.title ?? (share.showPrompt ? generation.prompt : '')
  return { storageKey, mediaType, bytes, sha256, name: fileName(words, { mediaType, number: several ? Number(place) + 1 : undefined }) }
}
