import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { sweepFailedCalls } from '../core/making/generations/failed-calls.ts'
import { deleteEndedSessions } from '../core/identity/sessions/delete-ended-sessions.ts'
import { eraseAccounts, purgeUploads } from '../core/identity/accounts/erase-accounts.ts'
import { mailRestoredAccounts } from '../core/identity/accounts/mail-restored-accounts.ts'
import { generationChannel, readNotice } from '../core/making/generations/publish.ts'
import { forgetMailboxes } from '../core/money/grants/claim-mailbox.ts'
import type { ProgressJournal } from '../core/making/runs/progress-writer.ts'
import { type ExpiredLeases, recoverJobs, recoverRuns } from '../core/making/runs/recover-runs.ts'
import { isRemoteRun } from '../core/making/generations/job-name.ts'
import { rescueMs, type Worker } from '../core/making/runs/claim.ts'
import { runGeneration } from '../core/making/runs/run-generation.ts'
import { mailFinishedRun } from '../core/making/runs/mail-finished-run.ts'
import { composeOldTexts } from '../core/library/works/compose-old-texts.ts'
import { purgeFiles, sweepTrash } from '../core/library/works/purge-generations.ts'
import { retireResults } from '../core/library/works/retire-results.ts'
import { reportAudit } from '../core/operation/operations/report-audit.ts'
import { mailLateBackup } from '../core/operation/operations/report-backup.ts'
import { runBulkAct } from '../core/operation/operators/bulk-acts.ts'
import { mailDocuments } from '../core/money/payments/mail-documents.ts'
import { sweepRefunds } from '../core/money/payments/send-refund.ts'
import { recordEndedRefund } from '../core/operation/shop/refund-order.ts'
import { mergeRunDays } from '../core/making/statistics/merge-run-days.ts'
import { checkOldLinks } from '../core/library/shares/remove-places.ts'
import { sweepOrders } from '../core/money/payments/sweep-orders.ts'
import { sweepSubscriptions } from '../core/money/subscriptions/sweep-subscriptions.ts'
import { mailPastDue } from '../core/money/subscriptions/mail-past-due.ts'
import { sweepLots } from '../core/money/tokens/sweep-lots.ts'
import { changeVoice, sweepVoices } from '../core/making/voices/change-voice.ts'
import { sweepUploads } from '../core/making/uploads/sweep-uploads.ts'
import type { ReadModeration } from '../core/making/models/moderation.ts'
import { recordDisk } from '../core/operation/operations/disk-growth.ts'
import { mailModerationFailure } from '../core/rules/safety/moderation-failures.ts'
import type { Database, DatabaseHandle } from '../db/database.ts'
import type { Env } from '../env.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Payments } from '../payments/payments.ts'
import type { Providers } from '../providers/providers.ts'
import type { Queue } from '../queue/queue.ts'
import { siteUrl } from '../site-url.ts'
import type { Storage } from '../storage/storage.ts'
import { tracing } from '../tracing.ts'

/**
 * Milliseconds between sweeps of old results, the trash, unused files and sums of past days. Their content waits for days, and finding unused files reads every run with
 * inputs.
 */
const hourlyMs = 60 * 60_000
/** Milliseconds between searches for queued runs whose job is lost, which read the whole queue. */
const lostJobsMs = 15 * 60_000

/** Number of remote jobs per handler call; a job only starts its run, so one handler suffices. */
const remoteBatch = 25
/** Max runs started ahead of their queue job. */
const maxEarly = 16
/** Milliseconds that a stopping worker waits for its runs to notice. */
const stopMs = 5_000
/** Milliseconds that a stopping worker waits for responses that cannot be requested again. */
export const usualLastAnswersMs = 20_000

/** The parts of the runtime that jobs use. */
export type WorkerOptions = {
  env: Env
  logger: Logger
  handle: DatabaseHandle
  db: Database
  queue: Queue
  storage: Storage
  progress: ProgressJournal
  mailer: Mailer
  payments: Payments
  providers: Providers
  moderation?: ReadModeration | undefined
  /** Set by tests whose services never answer. */
  lastAnswersMs?: number
}

/**
 * Starts taking jobs from the queue. Returns a function that stops: it waits for responses that cannot be requested again, and leaves other
 * unfinished runs for the next start.
 */
export async function startWorker({
  env,
  db,
  handle,
  queue,
  providers,
  storage,
  progress,
  moderation,
  payments,
  mailer,
  logger,
  lastAnswersMs = usualLastAnswersMs,
}: WorkerOptions): Promise<() => Promise<void>> {
  const onlyAnswers = new Set<string>()
  const worker: Worker = { id: uuidv7(), queue, providers, storage, progress, moderation, logger, onlyAnswers }
  let stopping = false
  const running = new Map<string, AbortController>()
  const remote = new Set<Promise<void>>()

  /** Runs started ahead of their job, until they have their claim or are left to the job. */
  const early = new Map<string, { controller: AbortController; started: Promise<void> }>()

  async function run(id: string, controller: AbortController, onClaimed?: () => void): Promise<void> {
    // A second job for a running run is ignored; replacing the controller would make a cancel miss the run.
    if (running.has(id)) return
    running.set(id, controller)
    try {
      await runGeneration(db, { worker, id, controller, ...(onClaimed && { onClaimed }) })
    } finally {
      running.delete(id)
      onlyAnswers.delete(id)
    }
  }

  /**
   * Starts the run, which outlives its job: once it is claimed, another worker would take it over by the lease. Until then the job waits.
   */
  async function runApart(id: string): Promise<void> {
    if (stopping) throw new Error('stopped')
    await early.get(id)?.started
    const claimed = Promise.withResolvers<void>()
    const going = run(id, new AbortController(), claimed.resolve).finally(() => remote.delete(settled))
    const settled = going.catch((error: unknown) => logger.warn({ err: error, generation: id }, 'run failed'))
    remote.add(settled)
    await Promise.race([claimed.promise, going])
  }

  /**
   * Starts a run at its notification, in a process alone on its database; the job later finds the run done. The claim decides as usual, and
   * a failure before it leaves the run to its job.
   */
  function runEarly(id: string, traceparent: string | undefined): void {
    if (early.has(id) || running.has(id) || early.size >= maxEarly) return
    const controller = new AbortController()
    const claimed = Promise.withResolvers<void>()
    const going = tracing
      .span('early run', { kind: 'consumer', parent: traceparent }, () =>
        runGeneration(db, {
          worker,
          id,
          controller,
          early: true,
          onClaimed() {
            running.set(id, controller)
            claimed.resolve()
          },
        }),
      )
      .finally(() => {
        if (running.get(id) === controller) running.delete(id)
        onlyAnswers.delete(id)
        remote.delete(settled)
      })
    const settled = going.catch((error: unknown) => logger.warn({ err: error, generation: id }, 'run failed'))
    remote.add(settled)
    const started = Promise.race([claimed.promise, settled]).finally(() => early.delete(id))
    early.set(id, { controller, started })
  }

  /** Waits for all remote runs to end, at most this long. */
  const settle = async (withinMs: number) => {
    await Promise.race([Promise.all(remote), sleep(withinMs, undefined, { ref: false })])
  }

  let startsEarly = false
  const stopListening = await handle.listen(generationChannel, (payload) => {
    const { generationId, status, traceparent } = readNotice(payload)
    if (status === 'canceled') running.get(generationId)?.abort('canceled')
    if (status === 'queued' && startsEarly) runEarly(generationId, traceparent)
  })

  // Recovery precedes the jobs of the queue, because it may take all existing claims for stale ones.
  const alone = handle.kind === 'pglite'
  const expired: ExpiredLeases = new Map()
  const recovered =
    (await recoverRuns(db, { queue, providers, alone, expired })) + (alone ? await recoverJobs(db, { queue, providers, alone }) : 0)
  let lostJobsSoughtAt = performance.now()
  if (recovered > 0) logger.info({ recovered }, 'resuming unfinished runs')

  await queue.work('run-generation', { concurrency: env.WORKER_CONCURRENCY }, async ({ generation_id: id }, signal) => {
    if (stopping) throw new Error('stopped')
    if (await isRemoteRun(db, { providers, id })) return runApart(id)
    const controller = new AbortController()
    const stop = () => controller.abort('stopped')
    signal.addEventListener('abort', stop, { once: true })
    try {
      await run(id, controller)
      // Throwing keeps the job, for another worker or the next start.
      if (controller.signal.reason === 'stopped') throw new Error('stopped')
    } finally {
      signal.removeEventListener('abort', stop)
    }
  })
  await queue.work('run-remote', { concurrency: 1, batch: remoteBatch }, ({ generation_id: id }) => runApart(id))
  await queue.work('mail-done', { concurrency: 1 }, ({ generation_id: generationId }) =>
    mailFinishedRun(db, { mailer, siteUrl: siteUrl(env), generationId }),
  )
  await queue.work('purge-files', { concurrency: 1 }, async ({ user_id: userId }) => {
    await purgeFiles(db, { storage, userId })
    await purgeUploads(db, { storage, userId })
  })
  await queue.work('act-in-bulk', { concurrency: 1 }, ({ bulk_id: id }, signal) => runBulkAct(db, { providers, signal }, id))
  await queue.work('change-voice', { concurrency: 2 }, ({ voice_id: id }, signal) =>
    changeVoice(db, { providers, storage, logger, id, signal }),
  )
  let hourlySweptAt = Number.NEGATIVE_INFINITY
  await queue.work('sweep', { concurrency: 1 }, async () => {
    await sweepLots(db)
    await deleteEndedSessions(db)
    await sweepVoices(db, { queue })
    await mailModerationFailure(db, { mailer, logger, siteUrl: siteUrl(env), operatorEmail: env.OPERATOR_EMAIL })
    await mailLateBackup({ db, env, mailer, logger })
    await mailRestoredAccounts(db, { mailer, siteUrl: siteUrl(env), logger })
    if (performance.now() - hourlySweptAt >= hourlyMs) {
      hourlySweptAt = performance.now()
      await eraseAccounts(db, { queue })
      await forgetMailboxes(db)
      await retireResults(db)
      await sweepFailedCalls(db)
      await sweepTrash(db, { queue })
      await sweepUploads(db, { storage })
      await mergeRunDays(db)
      await recordDisk(db, { dataDir: env.DATA_DIR })
    }
    await checkOldLinks(db, { storage, logger })
    await composeOldTexts(db)
    let recovered = await recoverRuns(db, { queue, providers, alone: false, expired })
    if (performance.now() - lostJobsSoughtAt >= lostJobsMs) {
      lostJobsSoughtAt = performance.now()
      recovered += await recoverJobs(db, { queue, providers, alone: false })
    }
    if (recovered > 0) logger.warn({ recovered }, 'requeued runs of dead workers')
  })
  await queue.schedule('sweep', '* * * * *')
  await queue.work('sweep-payments', { concurrency: 1 }, async () => {
    await sweepOrders(db, { payments, logger })
    await sweepRefunds(db, { payments, logger, onEnd: recordEndedRefund })
    await sweepSubscriptions(db, { payments, logger })
    await mailDocuments(db, { mailer, siteUrl: siteUrl(env), logger })
    await mailPastDue(db, { mailer, siteUrl: siteUrl(env), logger })
  })
  await queue.schedule('sweep-payments', '* * * * *')
  await queue.work('audit', { concurrency: 1 }, () =>
    reportAudit(db, { storage, mailer, logger, siteUrl: siteUrl(env), operatorEmail: env.OPERATOR_EMAIL }),
  )
  await queue.schedule('audit', '10 3 * * *')
  startsEarly = alone
  // The jobs of a long queue, which a move to another database leaves out, take a while, and the worker need not wait for them.
  if (!alone)
    recoverJobs(db, { queue, providers, alone }).then(
      (requeued) => requeued > 0 && logger.warn({ recovered: requeued }, 'requeued runs whose jobs were lost'),
      (error: unknown) => logger.warn({ err: error }, 'runs without a job could not be searched for'),
    )
  const rescue = alone
    ? undefined
    : setInterval(() => {
        recoverRuns(db, { queue, providers, alone: false, expired }).then(
          (rescued) => rescued > 0 && logger.warn({ recovered: rescued }, 'requeued runs of dead workers'),
          (error: unknown) => logger.warn({ err: error }, 'runs of dead workers could not be searched for'),
        )
      }, rescueMs)

  return async () => {
    stopping = true
    clearInterval(rescue)
    startsEarly = false
    const abort = (runs: Iterable<[string, AbortController]>) => {
      for (const [id, controller] of runs) if (!onlyAnswers.has(id)) controller.abort('stopped')
    }
    abort(running)
    abort([...early].map(([id, { controller }]) => [id, controller]))
    await settle(onlyAnswers.size > 0 ? lastAnswersMs : stopMs)
    if (onlyAnswers.size > 0) {
      for (const controller of running.values()) controller.abort('stopped')
      await settle(stopMs)
    }
    await stopListening()
  }
}
