import type { Database } from '#app/server/db/database.ts'
import { type Slot, unlimited } from '#app/server/providers/slots.ts'
import { tracing } from '#app/server/tracing.ts'
import { findFallback } from '../generations/fallback.ts'
import type { GenerationRow } from '../generations/to-generation.ts'
import { attemptRun } from './attempt-run.ts'
import { claim, discardWork, isWornOut, type Worker } from './claim.ts'
import { fail } from './finish-run.ts'
import { enqueueLater, findUnfinished, isRemoteOnly, prepareStart, type Start } from './start-run.ts'

/** Seconds after which a run is tried again whose person has too many running. */
const busyWaitSeconds = 5

export type RunGenerationOptions = {
  worker: Worker
  id: string
  /** Aborted with the reason `canceled` if the person cancels, and with another reason if this process stops. */
  controller: AbortController
  /**
   * Whether the run starts ahead of its queue job. Runs that cannot start at once, and those of the built-in engine, are then left to the
   * job.
   */
  early?: boolean
  /** Called once the lease in the row, instead of the queue's job, protects the run. */
  onClaimed?(): void
}

/**
 * Runs one generation to its end, once, however often it is called: only one worker at a time has a claim on the row, and the claim guards
 * every later change. Provider and storage are called outside any transaction.
 */
export async function runGeneration(
  db: Database,
  { worker, id, controller, early = false, onClaimed }: RunGenerationOptions,
): Promise<void> {
  const run = await findUnfinished(db, id)
  if (!run || (early && (run.startedAt !== null || !(await isRemoteOnly(worker, run))))) return
  const start = await prepareStart(db, worker, run)
  if ('waitSeconds' in start) return early ? undefined : enqueueLater(db, worker, run, start)
  await using slot = start.slot
  const row = await claim(db, worker, run)
  if (row === 'too many') return early ? undefined : enqueueLater(db, worker, run, { waitSeconds: busyWaitSeconds })
  if (!row) return
  onClaimed?.()
  await runClaimed(db, { worker, row, controller, start, slot })
}

/** Runs a generation that was written with the claim of this worker, at the place that was reserved for it. */
export async function runReserved(db: Database, { worker, row, controller, slot: reserved }: Omit<WorkOptions, 'start'>): Promise<void> {
  await using slot = reserved
  const model = await worker.providers.find(row.model, row.modelVersion)
  const target = model && { model, options: row.options, isFallback: false }
  await runClaimed(db, { worker, row, controller, start: { slot, target, abandoned: false }, slot })
}

function runClaimed(db: Database, options: WorkOptions): Promise<void> {
  const { row } = options
  const attributes = { 'quartet.generation': row.id, 'quartet.model': row.model, 'quartet.attempt': row.attempts }
  return tracing.span('run', { kind: 'internal', attributes }, () => work(db, options))
}

type WorkOptions = Pick<RunGenerationOptions, 'worker' | 'controller'> & { row: GenerationRow; start: Start; slot: Slot }

/** Makes the attempt with the chosen model, and another one with its fallback if that is called for. */
async function work(db: Database, { worker, row, controller, start, slot }: WorkOptions): Promise<void> {
  if (isWornOut(row)) {
    const { id: generation, model, attempts, interruptions } = row
    worker.logger.error({ generation, model, attempts, interruptions }, 'a run was given up: it has lost its worker or failed too often')
    return fail(db, worker, row, { code: 'internal' })
  }
  if (start.abandoned) return fail(db, worker, row, { code: 'temporary' })

  const { target } = start
  if ((await attemptRun(db, { worker, row, controller, target, slot })) === 'done') return
  const fallback = target && (await findFallback(worker.providers, target.model, row))
  if (!fallback) return fail(db, worker, row, { code: 'internal' })
  await discardWork(db, row, worker)
  // The claim does not wait for a place: the run takes one, and later runs find it taken.
  const admission = await worker.providers.admit(fallback.model, { always: true })
  await using second = 'slot' in admission ? admission.slot : unlimited
  await attemptRun(db, {
    worker,
    row: { ...row, operation: null, text: null },
    controller,
    target: { ...fallback, isFallback: true },
    slot: second,
  })
}
