import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { purgeUploads } from '../core/identity/accounts/erase-accounts.ts'
import { purgeFiles } from '../core/library/works/purge-generations.ts'
import { isRemoteRun } from '../core/making/generations/job-name.ts'
import { generationChannel, readNotice } from '../core/making/generations/publish.ts'
import type { ReadModeration } from '../core/making/models/moderation.ts'
import { rescueMs } from '../core/making/runs/claim.ts'
import { mailFinishedRun } from '../core/making/runs/mail-finished-run.ts'
import type { ProgressJournal } from '../core/making/runs/progress-writer.ts'
import { type ExpiredLeases, recoverJobs, recoverRuns } from '../core/making/runs/recover-runs.ts'
import type { RunStarts } from '../core/making/generations/run-starts.ts'
import { releaseForgotten } from '../core/making/runs/release-waiting.ts'
import { goOnAlone } from '../core/making/turns/go-on.ts'
import { runCall } from '../core/making/turns/run-call.ts'
import { changeVoice } from '../core/making/voices/change-voice.ts'
import { resumeAfterSetBack } from '../core/operation/operations/resume-after-set-back.ts'
import { runBulkAct } from '../core/operation/operators/bulk-acts.ts'
import type { Database, DatabaseHandle } from '../db/database.ts'
import type { Env } from '../env.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Payments } from '../payments/payments.ts'
import type { Providers } from '../providers/providers.ts'
import type { Queue } from '../queue/queue.ts'
import { siteUrl as siteUrlOf } from '../site-url.ts'
import type { Storage } from '../storage/storage.ts'
import type { Keys } from '../keys.ts'
import { openChores, schedules } from './chores.ts'
import { holdRuns } from './runs-of-process.ts'
import { sendWebhooks } from './send-webhooks.ts'

/** Number of remote jobs per handler call; a job only starts its run, so one handler suffices. */
const remoteBatch = 25
/** Milliseconds that a stopping worker waits for responses that cannot be requested again. */
export const usualLastAnswersMs = 20_000

/** The parts of the runtime that jobs use. */
export type WorkerOptions = {
  env: Env
  keys: Pick<Keys, 'webhooks' | 'push'>
  logger: Logger
  handle: DatabaseHandle
  db: Database
  queue: Queue
  storage: Storage
  progress: ProgressJournal
  starts: RunStarts
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
export async function startWorker(options: WorkerOptions): Promise<() => Promise<void>> {
  const { env, db, handle, queue, providers, storage, progress, moderation, payments, mailer, logger } = options
  const runs = holdRuns(db, { id: uuidv7(), queue, providers, storage, progress, moderation, logger })
  const siteUrl = siteUrlOf(env)
  /** A process alone on its database may take all claims for stale ones, and starts runs ahead of their jobs. */
  const alone = handle.kind === 'pglite'

  let startsEarly = false
  const stopListening = await handle.listen(generationChannel, (payload) => {
    const { generationId, status, traceparent } = readNotice(payload)
    if (status === 'canceled') {
      runs.cancel(generationId)
      void releaseForgotten(db, queue, generationId).catch((err: unknown) => logger.warn({ err }, 'waiting runs could not be released'))
      void runCall(db, { queue, storage, providers }, generationId).catch((err: unknown) =>
        logger.warn({ err }, 'a call could not be ended'),
      )
    }
    if (status === 'queued' && startsEarly) runs.runEarly(generationId, traceparent)
  })

  // Recovery precedes the jobs of the queue, whose claims it would take for stale ones.
  const expired: ExpiredLeases = new Map()
  const recovered =
    (await recoverRuns(db, { queue, providers, alone, expired })) + (alone ? await recoverJobs(db, { queue, providers, alone }) : 0)
  if (recovered > 0) logger.info({ recovered }, 'resuming unfinished runs')

  await queue.work('run-generation', { concurrency: env.WORKER_CONCURRENCY }, async ({ generation_id: id }, signal) =>
    (await isRemoteRun(db, { providers, id })) ? runs.runApart(id) : runs.runHere(id, signal),
  )
  await queue.work('run-remote', { concurrency: 1, batch: remoteBatch }, ({ generation_id: id }) => runs.runApart(id))
  await queue.work('run-call', { concurrency: 2 }, ({ call_id: id }) => runCall(db, { queue, storage, providers }, id))
  await queue.work('go-on', { concurrency: 2 }, ({ step_id: id }) => goOnAlone(db, { queue, providers }, id))
  await queue.work('mail-done', { concurrency: 1 }, ({ generation_id: generationId }) =>
    mailFinishedRun(db, { mailer, siteUrl, generationId }),
  )
  await queue.work('purge-files', { concurrency: 1 }, async ({ user_id: userId }) => {
    await purgeFiles(db, { storage, userId })
    await purgeUploads(db, { storage, userId })
  })
  await queue.work('act-in-bulk', { concurrency: 1 }, ({ bulk_id: id }, signal) => runBulkAct(db, { providers, signal }, id))
  await queue.work('change-voice', { concurrency: 2 }, ({ voice_id: id }, signal) =>
    changeVoice(db, { providers, storage, logger, id, signal }),
  )
  const stopWebhooks = await sendWebhooks(options, () => runs.count() > 1)
  const operatorEmail = env.OPERATOR_EMAIL
  const runChores = openChores({ db, env, queue, providers, storage, payments, mailer, logger, siteUrl, operatorEmail, expired })
  for (const { job, cron } of schedules) {
    await queue.work(job, { concurrency: 1 }, () => runChores(job))
    await queue.schedule(job, cron)
  }
  startsEarly = alone
  const stopServing = options.starts.serve(runs.reserve)
  const rescue = alone ? undefined : startRescue(options, expired)
  const clockWatch = watchClock(options)

  return async () => {
    clearInterval(rescue)
    clearInterval(clockWatch)
    startsEarly = false
    stopServing()
    await runs.stop(options.lastAnswersMs ?? usualLastAnswersMs)
    await stopWebhooks()
    await stopListening()
  }
}

/** Searches for runs whose worker died, often, and once for runs without a job, which a move to another database leaves in a long queue. */
function startRescue({ db, queue, providers, logger }: WorkerOptions, expired: ExpiredLeases): NodeJS.Timeout {
  const search = (find: typeof recoverRuns, what: string) =>
    void find(db, { queue, providers, alone: false, expired }).then(
      (recovered) => recovered > 0 && logger.warn({ recovered }, `requeued ${what}`),
      (error: unknown) => logger.warn({ err: error }, `${what} could not be searched for`),
    )
  search(recoverJobs, 'runs whose jobs were lost')
  return setInterval(() => search(recoverRuns, 'runs of dead workers'), rescueMs)
}

/** Watches for a clock that was set back, at once and every ten seconds. */
function watchClock({ db, logger }: WorkerOptions): NodeJS.Timeout {
  const look = () =>
    void resumeAfterSetBack(db).then(
      (wasSetBack) => wasSetBack && logger.warn('the clock of the database was set back: what waited for a later time goes on'),
      (error: unknown) => logger.warn({ err: error }, 'the clock could not be checked'),
    )
  look()
  return setInterval(look, rescueMs)
}
