import type { Thread } from '#app/contract/runs/studio.ts'
import type { Database } from '#app/server/db/database.ts'
import { threads } from '#app/server/db/schema/library.ts'
import { findThread, type OwnThread, ownThread } from './find-thread.ts'

/** Sets or removes a conversation's name; its position in the list does not change. */
export async function renameThread(db: Database, { title, ...own }: OwnThread & { title: string | null }): Promise<Thread> {
  await findThread(db, own)
  await db
    .update(threads)
    .set({ title: title || null })
    .where(ownThread(own))
  return findThread(db, own)
}
