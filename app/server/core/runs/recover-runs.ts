import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import type { Queue } from '../../queue/queue.ts'
import { releaseForgotten } from './release-waiting.ts'

/** Time without change after which a queued run's job is assumed lost. */
const patience = sql`now() - interval '15 minutes'`

/**
 * Requeues runs of dead workers. `alone`: this process is the only one on its database and has just started, so all claims are stale.
 * Enqueuing twice is harmless, because only one worker gets the claim.
 */
export async function recoverRuns(db: Database, { queue, alone }: { queue: Queue; alone: boolean }): Promise<number> {
  await releaseForgotten(db, queue)
  return db.transaction(async (tx) => {
    if (alone) await tx.update(generations).set({ leaseOwner: null, leaseUntil: null }).where(eq(generations.status, 'running'))
    const orphaned = and(eq(generations.status, 'running'), or(isNull(generations.leaseUntil), lt(generations.leaseUntil, sql`now()`)))
    const forgotten = alone ? eq(generations.status, 'queued') : and(eq(generations.status, 'queued'), lt(generations.updatedAt, patience))
    const left = await tx
      .select({ id: generations.id })
      .from(generations)
      .where(or(orphaned, and(forgotten, isNull(generations.waitsFor))))
    // The rows are updated, so that a long queue is not requeued repeatedly.
    if (left.length > 0)
      await tx
        .update(generations)
        .set({ updatedAt: sql`now()` })
        .where(
          inArray(
            generations.id,
            left.map(({ id }) => id),
          ),
        )
    for (const { id } of left) await queue.enqueue(tx, 'run-generation', { generation_id: id })
    return left.length
  })
}
