import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from '../core/making/runs/claim.ts'
import type { GenerationRow } from '../core/making/generations/to-generation.ts'
import { runGeneration, runReserved } from '../core/making/runs/run-generation.ts'
import type { ReservedStart } from '../core/making/generations/run-starts.ts'
import { isRemoteWithFallback } from '../core/making/runs/start-run.ts'
import type { Database } from '../db/database.ts'
import type { ProviderModel } from '../providers/provider.ts'
import type { Slot } from '../providers/slots.ts'
import { tracing } from '../tracing.ts'

/** Max runs started ahead of their queue job. */
const maxEarly = 16
/** Milliseconds that a stopping worker waits for its runs to notice. */
const stopMs = 5_000

export type RunsOfProcess = {
  /** Runs a job to its end. Throws if the worker stops before, which keeps the job for another worker or the next start. */
  runHere(id: string, signal: AbortSignal): Promise<void>
  /** Starts a run that outlives its job: once it is claimed, another worker would take it over by the lease. Until then the job waits. */
  runApart(id: string): Promise<void>
  /**
   * Starts a run at its notification, in a process alone on its database; the job later finds the run done. The claim decides as usual, and
   * a failure before it leaves the run to its job.
   */
  runEarly(id: string, traceparent: string | undefined): void
  /** Reserves a place for a run that is to start as it is written; undefined if it has to wait, or works on this machine. */
  reserve(model: ProviderModel): Promise<ReservedStart | undefined>
  cancel(id: string): void
  /** Number of runs that this process has started and not ended. */
  count(): number
  /** Waits for responses that cannot be requested again, at most `lastAnswersMs`, and leaves other unfinished runs for the next start. */
  stop(lastAnswersMs: number): Promise<void>
}

/** Holds the runs of this process, so that a notice or a stop can end each of them. */
export function holdRuns(db: Database, parts: Omit<Worker, 'onlyAnswers'>): RunsOfProcess {
  const onlyAnswers = new Set<string>()
  const worker: Worker = { ...parts, onlyAnswers }
  const { logger } = worker
  const running = new Map<string, AbortController>()
  const apart = new Set<Promise<void>>()
  /** Runs started ahead of their job, until they have their claim or are left to the job. */
  const early = new Map<string, { controller: AbortController; started: Promise<void> }>()
  let stopping = false

  const refuseStopping = () => {
    if (stopping) throw new Error('stopped')
  }
  const end = (id: string, controller: AbortController) => {
    if (running.get(id) === controller) running.delete(id)
    onlyAnswers.delete(id)
  }
  /** Keeps a run that no job waits for until it ends, and logs its failure. */
  const keep = (id: string, going: Promise<void>) => {
    const settled = going
      .catch((error: unknown) => logger.warn({ err: error, generation: id }, 'run failed'))
      .finally(() => apart.delete(settled))
    apart.add(settled)
    return settled
  }
  async function run(id: string, controller: AbortController, onClaimed?: () => void): Promise<void> {
    // A second job for a running run is ignored; replacing the controller would make a cancel miss the run.
    if (running.has(id)) return
    running.set(id, controller)
    await runGeneration(db, { worker, id, controller, ...(onClaimed && { onClaimed }) }).finally(() => end(id, controller))
  }
  function beginReserved(row: GenerationRow, slot: Slot): void {
    const controller = new AbortController()
    running.set(row.id, controller)
    // The claim is released for the next start.
    if (stopping) controller.abort('stopped')
    void keep(
      row.id,
      runReserved(db, { worker, row, controller, slot }).finally(() => end(row.id, controller)),
    )
  }
  const abortAll = (isSpared: (id: string) => boolean) => {
    const controllers = [...running, ...[...early].map(([id, { controller }]) => [id, controller] as const)]
    for (const [id, controller] of controllers) if (!isSpared(id)) controller.abort('stopped')
  }
  const settle = async (withinMs: number) => {
    await Promise.race([Promise.all(apart), sleep(withinMs, undefined, { ref: false })])
  }

  return {
    async runHere(id, signal) {
      refuseStopping()
      const controller = new AbortController()
      const onAbort = () => controller.abort('stopped')
      signal.addEventListener('abort', onAbort, { once: true })
      await run(id, controller).finally(() => signal.removeEventListener('abort', onAbort))
      if (controller.signal.reason === 'stopped') throw new Error('stopped')
    },
    async runApart(id) {
      refuseStopping()
      await early.get(id)?.started
      const claimed = Promise.withResolvers<void>()
      const going = run(id, new AbortController(), claimed.resolve)
      void keep(id, going)
      await Promise.race([claimed.promise, going])
    },
    runEarly(id, traceparent) {
      if (early.has(id) || running.has(id) || early.size >= maxEarly) return
      const controller = new AbortController()
      const claimed = Promise.withResolvers<void>()
      const onClaimed = () => {
        running.set(id, controller)
        claimed.resolve()
      }
      const options = { worker, id, controller, early: true, onClaimed }
      const going = tracing.span('early run', { kind: 'consumer', parent: traceparent }, () => runGeneration(db, options))
      const settled = keep(
        id,
        going.finally(() => end(id, controller)),
      )
      const started = Promise.race([claimed.promise, settled]).finally(() => early.delete(id))
      early.set(id, { controller, started })
    },
    reserve: (model) => (stopping ? Promise.resolve(undefined) : reserveStart(worker, model, beginReserved)),
    cancel: (id) => running.get(id)?.abort('canceled'),
    count: () => running.size,
    async stop(lastAnswersMs) {
      stopping = true
      abortAll((id) => onlyAnswers.has(id))
      await settle(onlyAnswers.size > 0 ? lastAnswersMs : stopMs)
      if (onlyAnswers.size === 0) return
      abortAll(() => false)
      await settle(stopMs)
    },
  }
}

/** Takes a place for a run whose row is about to be written. Undefined if it has to wait, or works on this machine until it is due. */
async function reserveStart(
  { id: workerId, providers }: Worker,
  model: ProviderModel,
  begin: (row: GenerationRow, slot: Slot) => void,
): Promise<ReservedStart | undefined> {
  if (!(await isRemoteWithFallback(providers, model))) return undefined
  const admission = await providers.admit(model)
  if (!('slot' in admission)) return undefined
  const { slot } = admission
  let hasStarted = false
  return {
    workerId,
    begin(row) {
      hasStarted = true
      begin(row, slot)
    },
    async [Symbol.asyncDispose]() {
      if (!hasStarted) await slot.giveBack()
    },
  }
}
