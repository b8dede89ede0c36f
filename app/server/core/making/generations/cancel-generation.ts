import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { generationSources } from '#app/server/db/schema/generation-sources.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { Problem } from '../../problem.ts'
import { recordRun } from '../statistics/record-run.ts'
import { closeHold } from '../../money/tokens/close-hold.ts'
import { planRunEnd } from '../../rules/webhooks/plan-run-end.ts'
import { fallbackOf, operationFor } from './fallback.ts'
import { findGeneration, type OwnGeneration, ownGeneration } from './find-generation.ts'
import { stopSteps } from '../tools/plan-calls.ts'
import { lockRuns } from './lock-runs.ts'
import { lockThread } from './open-thread.ts'
import { publishGeneration } from './publish.ts'
import { writeShown } from './live-runs.ts'
import { thinkingEnded } from './thinking-time.ts'
import type { GenerationRow } from './to-generation.ts'
import { dropInput, endWaits, lockWaiting } from './waits.ts'

/** Milliseconds to wait for the service's operation id if a cancel arrives while the service is being called. */
const startPatienceMs = 10_000
const startIntervalMs = 200

/** Matches runs that have not ended. */
export const unfinished = inArray(generations.status, ['queued', 'running'])
/**
 * Matches runs that stop at once. Text is charged as far as it is written; media at a service is charged unless the service confirms that
 * it has stopped.
 */
export const stopsAtOnce = or(eq(generations.type, 'text'), isNull(generations.handedOverAt))

export type CancelOptions = OwnGeneration & {
  providers: Providers
  /** An additional condition for the cancellation. */
  only?: SQL | undefined
}

/**
 * Cancels a queued or running generation, charges for the text written and releases the other tokens; its worker is notified and stops.
 * Media at a service is canceled only when the service confirms it; otherwise throws `too_late_to_cancel`.
 */
export async function cancelGeneration(db: Database, { providers, only, ...own }: CancelOptions): Promise<GenerationRow> {
  await writeShown(db, own.id)
  const canceled = await db.transaction((tx) => cancelIfUnfinished(tx, own, and(stopsAtOnce, only)))
  if (canceled) return canceled
  const [asked] = await db
    .update(generations)
    .set({ cancelRequestedAt: sql`coalesce(${generations.cancelRequestedAt}, now())` })
    .where(and(ownGeneration(own), unfinished, only))
    .returning({ id: generations.id })
  if (asked) return cancelAtService(db, { providers, own })
  const row = await findGeneration(db, own)
  if (!row.asked?.studio || !row.calls) throw new Problem('not_cancelable')
  return stopMessage(db, { providers, row })
}

/** Stops the calls of an answer, so that no step goes on; or the step that does. */
async function stopMessage(db: Database, { providers, row }: { providers: Providers; row: GenerationRow }): Promise<GenerationRow> {
  const { id, userId, status } = row
  const stopped = await db.transaction(async (tx) => {
    if (row.threadId !== null) await lockThread(tx, { userId, id: row.threadId })
    await lockRuns(tx, eq(generations.id, id))
    const media = await lockRuns(tx, and(eq(generations.stepId, id), unfinished))
    const ids = await stopSteps(tx, [id])
    if (ids.length > 0) {
      for (const run of media) await cancelIfUnfinished(tx, { userId, id: run }, stopsAtOnce)
      await publishGeneration(tx, { userId, generationId: id, status })
    }
    return ids.length > 0 ? media : undefined
  })
  // Services are asked outside the transaction; what they do not stop is finished, and its call ends with it.
  for (const run of stopped ?? []) await cancelGeneration(db, { providers, userId, id: run }).catch(unlessEnded)
  const now = await findGeneration(db, { userId, id })
  if (stopped) return now
  if (now.nextId === null || now.halted !== null) throw new Problem('not_cancelable')
  return cancelGeneration(db, { providers, userId, id: now.nextId })
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof Problem) || (error.code !== 'not_cancelable' && error.code !== 'too_late_to_cancel')) throw error
}

/**
 * Asks the service outside any transaction. A crash after its answer loses nothing: the worker notices that the work has ended and that a
 * cancel was requested.
 */
async function cancelAtService(db: Database, { providers, own }: { providers: Providers; own: OwnGeneration }): Promise<GenerationRow> {
  for (const deadline = performance.now() + startPatienceMs; ; await sleep(startIntervalMs)) {
    const row = await findGeneration(db, own)
    if (row.status === 'canceled') return row
    if (row.finishedAt) throw new Problem('not_cancelable')
    const fallback = fallbackOf(row.operation)
    const verdict = await providers.cancel({
      model: fallback ?? row.model,
      operation: operationFor(row.operation, fallback),
      ...(fallback === null && { version: row.modelVersion }),
    })
    if (verdict === 'goes_on') throw new Problem('too_late_to_cancel')
    const which = verdict === 'stopped' ? undefined : or(isNull(generations.handedOverAt), eq(generations.status, 'queued'))
    const canceled = await db.transaction((tx) => cancelIfUnfinished(tx, own, which))
    if (canceled) return canceled
    if (verdict === 'not_started' && performance.now() > deadline) throw new Problem('too_late_to_cancel')
  }
}

/** Cancels in the caller's transaction, without asking the service. `which` adds a condition. Returns undefined if nothing was canceled. */
export async function cancelIfUnfinished(tx: Transaction, own: OwnGeneration, which?: SQL): Promise<GenerationRow | undefined> {
  const [canceled] = await tx
    .update(generations)
    .set({
      status: 'canceled',
      leaseOwner: null,
      leaseUntil: null,
      ...thinkingEnded,
      finishedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(and(ownGeneration(own), unfinished, which))
    .returning()
  if (!canceled) return undefined
  // This precedes the release of the hold, because rows are locked before the account.
  await cancelWaiting(tx, own)
  if (canceled.waitsFor !== null) await tx.delete(generationSources).where(eq(generationSources.targetId, own.id))
  const costMilli = Math.min(canceled.accruedMilli, canceled.priceMilli)
  const reason = costMilli > 0 ? 'stopped_early' : 'canceled'
  const charge = await closeHold(tx, { userId: own.userId, generationId: own.id, costMilli, reason })
  await recordRun(tx, own.id)
  const ended = { ...canceled, ...charge }
  await planRunEnd(tx, ended)
  await publishGeneration(tx, { userId: own.userId, generationId: own.id, status: 'canceled' })
  return ended
}

/**
 * Cancels the runs that need the result of a canceled one. They can be run again without that input. Runs that start whatever the end is
 * are started by a worker, which gets notice of the cancel (`releaseForgotten`).
 */
export async function cancelWaiting(tx: Transaction, { userId, id }: OwnGeneration): Promise<void> {
  if (!(await lockWaiting(tx, id))) return
  const waiting = await endWaits(tx, id, { ends: false })
  const ids = waiting.map((run) => run.id)
  await dropInput(tx, id, ids)
  for (const one of ids) await cancelIfUnfinished(tx, { userId, id: one })
}
