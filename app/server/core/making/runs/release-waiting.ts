import { and, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { generationSources } from '#app/server/db/schema/generation-sources.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { cancelIfUnfinished } from '../generations/cancel-generation.ts'
import { lockRuns } from '../generations/lock-runs.ts'
import { publishGenerations } from '../generations/publish.ts'
import { dropInput, endWaits, isCanceledBy, lockWaiting, type SourceEnd } from '../generations/waits.ts'

export type ReleaseOptions = {
  queue: Queue
  userId: string
  /** The run that has ended. */
  id: string
  end: SourceEnd
}

/**
 * Ends the wait for this run, in the transaction that ends it: runs that have waited for it alone start, with its result as input, or
 * without if they can do without it. The others are canceled. Prices are already held and do not change.
 */
export async function releaseWaiting(tx: Transaction, { queue, userId, id, end }: ReleaseOptions): Promise<void> {
  if (!(await lockWaiting(tx, id))) return
  const waiting = await endWaits(tx, id, { ends: true })
  const ids = waiting.map((run) => run.id)
  if (end !== 'succeeded') await dropInput(tx, id, ids)
  await startReady(
    tx,
    queue,
    ids.filter((one) => !waiting.some((run) => run.id === one && isCanceledBy(run.need, end))),
  )
  for (const run of waiting) if (isCanceledBy(run.need, end)) await cancelIfUnfinished(tx, { userId, id: run.id })
}

/** Enqueues those of the locked runs that wait for nothing more. The statement is a new one, so it sees what a parallel end has deleted. */
async function startReady(tx: Transaction, queue: Queue, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const ready = await tx
    .update(generations)
    .set({ waitsFor: null, updatedAt: sql`now()` })
    .where(and(inArray(generations.id, [...ids]), isReady(tx)))
    .returning({ id: generations.id, userId: generations.userId, due: generations.due })
  if (ready.length === 0) return
  await queue.enqueueAll(
    tx,
    'run-generation',
    ready.map(({ id, due }) => ({ data: { generation_id: id }, due })),
  )
  await publishGenerations(
    tx,
    ready.map(({ id, userId }) => ({ userId, generationId: id, status: 'queued' })),
  )
}

/** Matches queued runs that are marked as waiting, but wait for nothing. */
const isReady = (db: Database | Transaction) =>
  and(
    eq(generations.status, 'queued'),
    isNotNull(generations.waitsFor),
    notExists(
      db
        .select({ one: sql`1` })
        .from(generationSources)
        .where(eq(generationSources.targetId, generations.id)),
    ),
  )

/**
 * Releases runs whose source has ended without releasing them: a cancel leaves those that start whatever the end is to a worker, and
 * processes of the release before know no rows of `generation_sources`. Returns the number of their sources.
 */
export async function releaseForgotten(db: Database, queue: Queue, source?: string): Promise<number> {
  const ofSource = source === undefined ? sql`true` : sql`source.id = ${source}`
  const { rows } = await db.execute<{ id: string; user_id: string; status: SourceEnd | null }>(sql`
    select distinct source.id, source.user_id, source.status from ${generationSources} wait
    join ${generations} source on source.id = wait.source_id where source.finished_at is not null and ${ofSource}
    union
    select target.waits_for, target.user_id, source.status from ${generations} target
    left join ${generations} source on source.id = target.waits_for
    where target.status = 'queued' and target.waits_for <> target.id and (source.id is null or source.finished_at is not null) and ${ofSource}`)
  for (const { id, user_id: userId, status } of rows)
    await db.transaction((tx) => releaseWaiting(tx, { queue, userId, id, end: status ?? 'failed' }))
  if (source === undefined) await startForgotten(db, queue)
  return rows.length
}

/** Starts runs whose sources are gone, and removes what is left of the waits of ended runs. */
async function startForgotten(db: Database, queue: Queue): Promise<void> {
  const target = sql`select 1 from ${generations} where ${generations.id} = ${generationSources.targetId} and ${generations.status} = 'queued'`
  await db.transaction((tx) => tx.delete(generationSources).where(sql`not exists (${target})`))
  await db.transaction(async (tx) => {
    const ids = await lockRuns(tx, and(isReady(tx), eq(generations.waitsFor, generations.id)))
    await startReady(tx, queue, ids)
  })
}
