import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { isUnused } from './is-unused.ts'

export type SweepUploadsOptions = { storage: Storage; now?: Date }

/** Deletes unused uploads once they are old enough. Returns their number. */
export async function sweepUploads(db: Database, { storage, now = new Date() }: SweepUploadsOptions): Promise<number> {
  const before = new Date(now.getTime() - config.uploads.unused.maxAge * 1000)
  const owners = await db
    .selectDistinct({ userId: uploads.userId })
    .from(uploads)
    .where(and(lt(uploads.createdAt, before), isUnused()))
  let count = 0
  // A statement per person, because each locks the person's storage total.
  for (const { userId } of owners) {
    const old = and(eq(uploads.userId, userId), lt(uploads.createdAt, before), isUnused(sql`g.user_id = ${userId}`))
    const deleted = await db
      .delete(uploads)
      // Rows in use are left to the next sweep, because others may delete several of them in another order.
      .where(inArray(uploads.id, db.select({ id: uploads.id }).from(uploads).where(old).for('update', { skipLocked: true })))
      .returning({ storageKey: uploads.storageKey })
    for (const { storageKey } of deleted) await storage.delete(storageKey)
    count += deleted.length
  }
  return count
}
