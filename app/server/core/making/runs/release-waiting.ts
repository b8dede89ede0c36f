import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { lockRuns } from '../generations/lock-runs.ts'
import { publishGeneration } from '../generations/publish.ts'

export type ReleaseOptions = {
  queue: Queue
  /** The run that has ended. */
  id: string
  succeeded: boolean
}

/**
 * Starts the runs that waited for this one, in the transaction that ends it: with its result as input, or without if it has failed. Their
 * price is already held and does not change.
 */
export async function releaseWaiting(tx: Transaction, { queue, id, succeeded }: ReleaseOptions): Promise<void> {
  const isWaiting = and(eq(generations.waitsFor, id), eq(generations.status, 'queued'))
  const ids = await lockRuns(tx, isWaiting)
  if (ids.length === 0) return
  const released = await tx
    .update(generations)
    .set({ waitsFor: null, updatedAt: sql`now()`, ...(!succeeded && { inputs: inputsWithout(id) }) })
    .where(and(inArray(generations.id, ids), isWaiting))
    .returning({ id: generations.id, userId: generations.userId, due: generations.due })
  for (const run of released) {
    await queue.enqueue(tx, 'run-generation', { generation_id: run.id }, { due: run.due })
    await publishGeneration(tx, { userId: run.userId, generationId: run.id, status: 'queued' })
  }
}

function inputsWithout(id: string) {
  return sql`(select coalesce(jsonb_agg(input), '[]'::jsonb) from jsonb_array_elements(${generations.inputs}) input where input->>'generation_id' is distinct from ${id}::text)`
}

const source = alias(generations, 'source')

/** Releases runs whose source has ended or vanished without releasing them; returns their number. */
export async function releaseForgotten(db: Database, queue: Queue): Promise<number> {
  const forgotten = await db
    .select({ waitsFor: generations.waitsFor, status: source.status })
    .from(generations)
    .leftJoin(source, eq(source.id, generations.waitsFor))
    .where(and(eq(generations.status, 'queued'), isNotNull(generations.waitsFor), or(isNull(source.id), isNotNull(source.finishedAt))))
  for (const { waitsFor, status } of forgotten)
    if (waitsFor) await db.transaction((tx) => releaseWaiting(tx, { queue, id: waitsFor, succeeded: status === 'succeeded' }))
  return forgotten.length
}
