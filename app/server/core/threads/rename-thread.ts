import type { Thread } from '#app/contract/studio.ts'
import type { Database } from '../../db/database.ts'
import { threads } from '../../db/schema.ts'
import { findThread, type OwnThread, ownThread } from './find-thread.ts'

/** Gives a conversation a name, or takes it back; its place in the list stays. */
export async function renameThread(db: Database, { title, ...own }: OwnThread & { title: string | null }): Promise<Thread> {
  await findThread(db, own)
  await db
    .update(threads)
    .set({ title: title || null })
    .where(ownThread(own))
  return findThread(db, own)
}
