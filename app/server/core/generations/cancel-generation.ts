import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema.ts'
import type { Providers } from '../../providers/providers.ts'
import { Problem } from '../problem.ts'
import { countRun } from '../statistics/count-run.ts'
import { closeHold } from '../tokens/close-hold.ts'
import { operationOf, standinOf } from './fallback.ts'
import { findGeneration, type OwnGeneration, ownGeneration } from './find-generation.ts'
import { publishGeneration } from './publish.ts'
import type { GenerationRow } from './to-generation.ts'

/** A cancel that comes while the service is being asked to start waits this long for the service's name for the work. */
const startPatienceMs = 10_000
const startIntervalMs = 200

const unfinished = inArray(generations.status, ['queued', 'running'])
/** Text is paid for as far as it is written. Media at a service is paid for unless the service confirms that it has stopped. */
const stopsAtOnce = or(eq(generations.type, 'text'), isNull(generations.handedOverAt))

export type CancelOptions = OwnGeneration & {
  providers: Providers
  /** Cancels only while this holds. */
  only?: SQL | undefined
}

/**
 * Ends a queued or running generation, charges for the text that is written, and gives the other tokens back; its worker hears of it
 * and stops. Media that a service is working on ends only when the service confirms it; else throws `too_late_to_cancel`.
 */
export async function cancelGeneration(db: Database, { providers, only, ...own }: CancelOptions): Promise<GenerationRow> {
  const canceled = await db.transaction((tx) => cancelIfUnfinished(tx, own, and(stopsAtOnce, only)))
  if (canceled) return canceled
  const [asked] = await db
    .update(generations)
    .set({ cancelRequestedAt: sql`coalesce(${generations.cancelRequestedAt}, now())` })
    .where(and(ownGeneration(own), unfinished, only))
    .returning({ id: generations.id })
  if (asked) return cancelAtService(db, { providers, own })
  await findGeneration(db, own)
  throw new Problem('not_cancelable')
}

/** The service is asked outside of any transaction. A crash after its answer loses nothing: the worker sees that the work has ended, and that a cancel was asked for. */
async function cancelAtService(db: Database, { providers, own }: { providers: Providers; own: OwnGeneration }): Promise<GenerationRow> {
  for (const deadline = performance.now() + startPatienceMs; ; await sleep(startIntervalMs)) {
    const row = await findGeneration(db, own)
    if (row.status === 'canceled') return row
    if (row.finishedAt) throw new Problem('not_cancelable')
    const verdict = await providers.cancel({
      model: standinOf(row.operation) ?? row.model,
      operation: operationOf(row.operation, standinOf(row.operation)),
    })
    if (verdict === 'goes_on') throw new Problem('too_late_to_cancel')
    const which = verdict === 'stopped' ? undefined : or(isNull(generations.handedOverAt), eq(generations.status, 'queued'))
    const canceled = await db.transaction((tx) => cancelIfUnfinished(tx, own, which))
    if (canceled) return canceled
    if (verdict === 'not_started' && performance.now() > deadline) throw new Problem('too_late_to_cancel')
  }
}

/** Cancels within the caller's transaction, whatever the service does. `which` narrows it; undefined when nothing was canceled. */
export async function cancelIfUnfinished(tx: Transaction, own: OwnGeneration, which?: SQL): Promise<GenerationRow | undefined> {
  const [canceled] = await tx
    .update(generations)
    .set({
      status: 'canceled',
      charged: sql`least(${generations.accrued}, ${generations.price})`,
      leaseOwner: null,
      leaseUntil: null,
      finishedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(and(ownGeneration(own), unfinished, which))
    .returning()
  if (!canceled) return undefined
  const charge = canceled.charged ?? 0
  const reason = charge > 0 ? 'stopped_early' : 'canceled'
  await closeHold(tx, { userId: own.userId, generationId: own.id, charge, reason })
  await countRun(tx, own.id)
  await publishGeneration(tx, { userId: own.userId, generationId: own.id, status: 'canceled' })
  return canceled
}
