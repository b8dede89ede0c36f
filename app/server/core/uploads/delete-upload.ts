import type { Database } from '../../db/database.ts'
import { uploads } from '../../db/schema.ts'
import type { Storage } from '../../storage/storage.ts'
import { Problem } from '../problem.ts'
import { type OwnUpload, ownUpload } from './find-upload.ts'

/** Takes an upload away at once. A run that has already begun keeps what it reads; one that waits fails and is not charged. */
export async function deleteUpload(db: Database, { storage, ...own }: OwnUpload & { storage: Storage }): Promise<void> {
  const [deleted] = await db.delete(uploads).where(ownUpload(own)).returning({ storageKey: uploads.storageKey })
  if (!deleted) throw new Problem('not_found')
  await storage.delete(deleted.storageKey)
}
