import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { cancelIfUnfinished, stopsAtOnce, unfinished } from '../../making/generations/cancel-generation.ts'
import { cancelIfPossible } from '../../making/generations/delete-generation.ts'
import { lockRuns } from '../../making/generations/lock-runs.ts'
import { lockThread } from '../../making/generations/open-thread.ts'
import { stopSteps } from '../../making/tools/plan-calls.ts'
import { Problem } from '../../problem.ts'
import { type OwnThread, ownThread } from './find-thread.ts'

/**
 * Moves a conversation and its turns to the trash, canceling running ones first. All its rows are locked in one order before the first
 * cancel locks the account, and no turn starts meanwhile.
 */
export async function deleteThread(db: Database, { providers, ...own }: OwnThread & { providers: Providers }): Promise<void> {
  ownThread(own)
  const { userId } = own
  const turn = and(eq(generations.threadId, own.id), eq(generations.userId, userId), isNull(generations.deletedAt))
  // Services are asked outside the transaction; what they do not stop finishes in the trash.
  const turns = db.select({ id: generations.id }).from(generations).where(turn)
  const made = and(eq(generations.userId, userId), inArray(generations.stepId, turns))
  const atServices = await db
    .select({ id: generations.id })
    .from(generations)
    .where(and(or(turn, made), unfinished, ne(generations.type, 'text')))
  for (const { id } of atServices) await cancelIfPossible(db, { providers, userId, id })
  await db.transaction(async (tx) => {
    if (!(await lockThread(tx, own))) throw new Problem('not_found')
    // Works that calls have made stay in the library; those that are not finished are stopped.
    const ids = await lockRuns(tx, or(turn, and(made, unfinished)))
    if (ids.length === 0) throw new Problem('not_found')
    const running = await tx
      .select({ id: generations.id })
      .from(generations)
      .where(and(inArray(generations.id, ids), unfinished))
      .orderBy(generations.id)
    for (const { id } of running) await cancelIfUnfinished(tx, { userId, id }, stopsAtOnce)
    await stopSteps(tx, ids)
    await tx
      .update(generations)
      .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(inArray(generations.id, ids), turn))
  })
}
