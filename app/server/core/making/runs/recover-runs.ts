import { and, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { hasNoJob, type JobName, type Queue } from '#app/server/queue/queue.ts'
import { jobOf } from '../generations/job-name.ts'
import { countedInterruption, rescueMs } from './claim.ts'
import { releaseForgotten } from './release-waiting.ts'

/** Time without change after which the job of a queued run may be lost: a job that keeps failing is not enqueued again at once. */
const patience = sql`now() - interval '15 minutes'`
/** An arbitrary number, unused by other locks in the database. */
const lockKey = 730_116
/** Jobs per statement, for its memory. */
const batchSize = 5_000

export type RecoverOptions = {
  queue: Queue
  providers: Providers
  /** This process is the only one on its database and has just started, so all claims and all jobs being handled are stale. */
  alone: boolean
  /** Without it, an expired lease is believed at once. */
  expired?: ExpiredLeases
}

/**
 * Expired leases by run, with the time of this process's own clock at which each was found. An expired lease alone does not prove that its
 * worker is dead: when the database's clock jumps (a machine that resumes, a server that corrects its time), all leases expire at once.
 * Taken over then, every running call to a service would be made, and billed, a second time. A live worker renews within 10 s, so a lease
 * that is still the same a renewal later belongs to a dead one. The cost: a dead worker's run continues up to 10 s later.
 */
export type ExpiredLeases = Map<string, { lease: string; foundAt: number }>

/**
 * Enqueues the runs of dead workers that no job waits for. Costs next to nothing when there are none, however long the queue is. Returns
 * their number.
 */
export async function recoverRuns(db: Database, options: RecoverOptions): Promise<number> {
  await releaseForgotten(db, options.queue)
  const models = await modelsById(options.providers)
  return db.transaction(async (tx) => {
    await lockRecovery(tx)
    if (options.alone)
      await tx
        .update(generations)
        .set({ leaseOwner: null, leaseUntil: null, interruptions: countedInterruption })
        .where(eq(generations.status, 'running'))
    const orphaned = and(eq(generations.status, 'running'), or(isNull(generations.leaseUntil), await deadLeases(tx, options.expired)))
    return enqueueAgain(tx, { ...options, models, lost: and(orphaned, hasNoJob(generations.id, { handled: false, dueNow: true })) })
  })
}

/** Matches the runs whose leases have expired with their workers. */
async function deadLeases(tx: Transaction, expired: ExpiredLeases | undefined): Promise<SQL | undefined> {
  const isExpired = lt(generations.leaseUntil, sql`now()`)
  if (!expired) return isExpired
  const found = await tx
    .select({ id: generations.id, lease: sql<string>`${generations.leaseUntil}::text` })
    .from(generations)
    .where(and(eq(generations.status, 'running'), isExpired))
  const now = performance.now()
  const before = new Map(expired)
  expired.clear()
  for (const { id, lease } of found) {
    const known = before.get(id)
    expired.set(id, known?.lease === lease ? known : { lease, foundAt: now })
  }
  const dead = [...expired].filter(([, { foundAt }]) => now - foundAt >= rescueMs).map(([id]) => id)
  return and(isExpired, inArray(generations.id, dead))
}

/** Enqueues the queued runs whose job is lost. Compares the whole queue with its jobs, so it is called rarely. Returns their number. */
export async function recoverJobs(db: Database, options: RecoverOptions): Promise<number> {
  const { alone } = options
  const forgotten = and(
    eq(generations.status, 'queued'),
    isNull(generations.waitsFor),
    alone ? undefined : lt(generations.updatedAt, patience),
  )
  const models = await modelsById(options.providers)
  return db.transaction(async (tx) => {
    await lockRecovery(tx)
    return enqueueAgain(tx, { ...options, models, lost: and(forgotten, hasNoJob(generations.id, { handled: !alone })) })
  })
}

/** The list is read before the transaction: it may need the embedded database's only connection, and a service may be slow to list. */
async function modelsById(providers: Providers): Promise<Map<string, ProviderModel>> {
  return new Map((await providers.models()).map((model) => [model.id, model]))
}

type EnqueueOptions = Pick<RecoverOptions, 'queue' | 'providers'> & { models: Map<string, ProviderModel>; lost: SQL | undefined }

/** One process at a time, so that two do not enqueue the same runs. It precedes any lock of a row. */
const lockRecovery = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`)

async function enqueueAgain(tx: Transaction, { queue, providers, models, lost }: EnqueueOptions): Promise<number> {
  // A run that is being changed is not lost.
  const runs = await tx
    .select({ id: generations.id, model: generations.model, due: generations.due })
    .from(generations)
    .where(lost)
    .orderBy(generations.id)
    .for('no key update', { skipLocked: true })
  for (let from = 0; from < runs.length; from += batchSize) {
    const batch = runs.slice(from, from + batchSize)
    await tx
      .update(generations)
      .set({ updatedAt: sql`now()` })
      .where(
        inArray(
          generations.id,
          batch.map(({ id }) => id),
        ),
      )
    const jobs = Map.groupBy(batch, ({ model }): JobName & `run-${string}` => jobOf(providers, models.get(model)))
    for (const [name, own] of jobs)
      await queue.enqueueAll(
        tx,
        name,
        own.map(({ id, due }) => ({ data: { generation_id: id }, due })),
      )
  }
  return runs.length
}
