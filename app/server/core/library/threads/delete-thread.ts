import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { threads } from '#app/server/db/schema/library.ts'
import { cancelIfUnfinished } from '../../making/generations/cancel-generation.ts'
import { lockRuns } from '../../making/generations/lock-runs.ts'
import { Problem } from '../../problem.ts'
import { type OwnThread, ownThread } from './find-thread.ts'

/** Moves a conversation and its turns to the trash, canceling running ones first. */
export async function deleteThread(db: Database, own: OwnThread): Promise<void> {
  const [thread] = await db.select({ id: threads.id }).from(threads).where(ownThread(own))
  if (!thread) throw new Problem('not_found')
  const turn = and(eq(generations.threadId, own.id), eq(generations.userId, own.userId), isNull(generations.deletedAt))
  const unfinished = await db
    .select({ id: generations.id })
    .from(generations)
    .where(and(turn, inArray(generations.status, ['queued', 'running'])))
  // A transaction for each, because a cancel locks the account after the run.
  for (const { id } of unfinished) await db.transaction((tx) => cancelIfUnfinished(tx, { userId: own.userId, id }))
  await db.transaction(async (tx) => {
    const ids = await lockRuns(tx, turn)
    const deleted = await tx
      .update(generations)
      .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(inArray(generations.id, ids), turn))
      .returning({ id: generations.id })
    if (deleted.length === 0) throw new Problem('not_found')
  })
}
