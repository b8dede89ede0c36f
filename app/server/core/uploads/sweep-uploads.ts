import { and, lt } from 'drizzle-orm'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { uploads } from '../../db/schema/files.ts'
import type { Storage } from '../../storage/storage.ts'
import { isUnused } from './is-unused.ts'

export type SweepUploadsOptions = { storage: Storage; now?: Date }

/** Deletes unused uploads once they are old enough. Returns their number. */
export async function sweepUploads(db: Database, { storage, now = new Date() }: SweepUploadsOptions): Promise<number> {
  const before = new Date(now.getTime() - config.uploads.unused.maxAge * 1000)
  const deleted = await db
    .delete(uploads)
    .where(and(lt(uploads.createdAt, before), isUnused()))
    .returning({ storageKey: uploads.storageKey })
  for (const { storageKey } of deleted) await storage.delete(storageKey)
  return deleted.length
}
