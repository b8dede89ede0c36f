import { and, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import type { Thread } from '#app/contract/studio/studio.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { lockRuns } from '../../making/generations/lock-runs.ts'
import { Problem } from '../../problem.ts'
import { findThread, type OwnThread, ownThread } from './find-thread.ts'

/** Restores a conversation and the turns trashed with it; turns trashed earlier stay in the trash. */
export async function restoreThread(db: Database, own: OwnThread): Promise<Thread> {
  ownThread(own)
  const { threadId, userId, deletedAt, purgedAt } = generations
  const trashed = and(eq(threadId, own.id), eq(userId, own.userId), isNull(purgedAt))
  const restored = await db.transaction(async (tx) => {
    const ids = await lockRuns(tx, trashed)
    const last = tx
      .select({ last: max(deletedAt) })
      .from(generations)
      .where(trashed)
    return tx
      .update(generations)
      .set({ deletedAt: null, updatedAt: sql`now()` })
      .where(and(inArray(generations.id, ids), trashed, sql`${deletedAt} = (${last})`))
      .returning({ id: generations.id })
  })
  if (restored.length === 0) throw new Problem('not_found')
  return findThread(db, own)
}
