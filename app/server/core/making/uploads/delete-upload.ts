import type { Database } from '#app/server/db/database.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { Problem } from '../../problem.ts'
import { type OwnUpload, ownUpload } from './find-upload.ts'

/** Deletes an upload at once. A run that has started keeps its copy; a queued one fails without charge. */
export async function deleteUpload(db: Database, { storage, ...own }: OwnUpload & { storage: Storage }): Promise<void> {
  const [deleted] = await db.delete(uploads).where(ownUpload(own)).returning({ storageKey: uploads.storageKey })
  if (!deleted) throw new Problem('not_found')
  await storage.delete(deleted.storageKey)
}
