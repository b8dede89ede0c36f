import type * as v from 'valibot'
import type { editThreadSchema, Thread } from '#app/contract/studio/studio.ts'
import type { Database } from '#app/server/db/database.ts'
import { threads } from '#app/server/db/schema/library.ts'
import { findThread, type OwnThread, ownThread } from './find-thread.ts'

/** Sets or removes a conversation's name, or chooses the tools of its assistant; its position in the list does not change. */
export async function changeThread(
  db: Database,
  { title, tools, ...own }: OwnThread & v.InferOutput<typeof editThreadSchema>,
): Promise<Thread> {
  await findThread(db, own)
  if (title !== undefined || tools !== undefined)
    await db
      .update(threads)
      .set({ ...(title !== undefined && { title: title || null }), ...(tools && { tools }) })
      .where(ownThread(own))
  return findThread(db, own)
}
