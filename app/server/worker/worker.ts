import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { deleteEndedSessions } from '../core/accounts/delete-ended-sessions.ts'
import { eraseAccounts, purgeUploads } from '../core/accounts/erase-accounts.ts'
import { tellKept } from '../core/accounts/tell-kept.ts'
import { generationChannel, readNotice } from '../core/generations/publish.ts'
import { forgetMailboxes } from '../core/grants/claim-mailbox.ts'
import { recoverGenerations } from '../core/generations/recover-generations.ts'
import { isRemoteRun } from '../core/generations/job-of.ts'
import { runGeneration, type Worker } from '../core/generations/run-generation.ts'
import { tellDone } from '../core/generations/tell-done.ts'
import { purgeFiles, sweepTrash } from '../core/library/purge-generations.ts'
import { sweepOrders } from '../core/orders/sweep-orders.ts'
import { sweepSubscriptions } from '../core/subscriptions/sweep-subscriptions.ts'
import { tellPastDue } from '../core/subscriptions/tell-past-due.ts'
import { sweepLots } from '../core/tokens/sweep-lots.ts'
import { sweepUploads } from '../core/uploads/sweep-uploads.ts'
import type { Runtime } from '../runtime.ts'
import { siteUrl } from '../site-url.ts'

/** The trash and unused files are kept for days, and finding those that nobody uses looks at every run that has any. */
const hourlyMs = 60 * 60_000

/** A job for a model that runs elsewhere only starts its run: one hand that takes many at a time is enough for any number of them. */
const remoteBatch = 25
/** So many are begun at a time before their jobs have come; in a rush the jobs do as well. */
const mostEarly = 16
/** How long a stopping worker waits for its runs to let go. */
const letGoMs = 5_000

/** Begins to take jobs from the queue. Returns how to stop: running work is left for the next start. */
export async function startWorker({
  env,
  db,
  handle,
  queue,
  providers,
  storage,
  moderation,
  payments,
  mailer,
  logger,
}: Runtime): Promise<() => Promise<void>> {
  const worker: Worker = { id: uuidv7(), queue, providers, storage, moderation, logger }
  const running = new Map<string, AbortController>()
  const remote = new Set<Promise<void>>()

  /** What was begun before its job has come, until it has its claim or is left to the job. */
  const early = new Map<string, { controller: AbortController; begun: Promise<void> }>()

  async function run(id: string, controller: AbortController, onClaimed?: () => void): Promise<void> {
    // A second job for what already runs here has nothing to do, and must not take its place: a cancel would miss it.
    if (running.has(id)) return
    running.set(id, controller)
    try {
      await runGeneration(db, { worker, id, controller, ...(onClaimed && { onClaimed }) })
    } finally {
      running.delete(id)
    }
  }

  /** Goes on after its job has ended: once it has the claim, that is what another worker would take over. Until then the job waits. */
  async function runApart(id: string): Promise<void> {
    await early.get(id)?.begun
    const claimed = Promise.withResolvers<void>()
    const going = run(id, new AbortController(), claimed.resolve).finally(() => remote.delete(settled))
    const settled = going.catch((error: unknown) => logger.warn({ err: error, generation: id }, 'a run broke off'))
    remote.add(settled)
    await Promise.race([claimed.promise, going])
  }

  /**
   * On its own on its database, this process need not ask the queue for what it has just been told of: its job is found done. The claim
   * decides as ever, and what goes wrong before there is one leaves the run to its job.
   */
  function runEarly(id: string): void {
    if (early.has(id) || running.has(id) || early.size >= mostEarly) return
    const controller = new AbortController()
    const claimed = Promise.withResolvers<void>()
    const going = runGeneration(db, {
      worker,
      id,
      controller,
      early: true,
      onClaimed() {
        running.set(id, controller)
        claimed.resolve()
      },
    }).finally(() => {
      if (running.get(id) === controller) running.delete(id)
      remote.delete(settled)
    })
    const settled = going.catch((error: unknown) => logger.warn({ err: error, generation: id }, 'a run broke off'))
    remote.add(settled)
    const begun = Promise.race([claimed.promise, settled]).finally(() => early.delete(id))
    early.set(id, { controller, begun })
  }

  let beginsEarly = false
  const stopListening = await handle.listen(generationChannel, (payload) => {
    const { generationId, status } = readNotice(payload)
    if (status === 'canceled') running.get(generationId)?.abort('canceled')
    if (status === 'queued' && beginsEarly) runEarly(generationId)
  })

  // Before any work is taken: a claim that exists now is a dead worker's, one made later is our own.
  const recovered = await recoverGenerations(db, { queue, alone: handle.kind === 'pglite' })
  if (recovered > 0) logger.info({ recovered }, 'continuing unfinished runs')

  await queue.work('run-generation', { concurrency: env.WORKER_CONCURRENCY }, async ({ generation_id: id }, signal) => {
    if (await isRemoteRun(db, { providers, id })) return runApart(id)
    const controller = new AbortController()
    const stop = () => controller.abort('stopped')
    signal.addEventListener('abort', stop, { once: true })
    try {
      await run(id, controller)
      // A job that ends normally is gone; this one must be taken up by another worker, or by our next start.
      if (controller.signal.reason === 'stopped') throw new Error('stopped')
    } finally {
      signal.removeEventListener('abort', stop)
    }
  })
  await queue.work('run-remote', { concurrency: 1, batch: remoteBatch }, ({ generation_id: id }) => runApart(id))
  await queue.work('mail-done', { concurrency: 1 }, ({ generation_id: generationId }) =>
    tellDone(db, { mailer, siteUrl: siteUrl(env), generationId }),
  )
  await queue.work('purge-files', { concurrency: 1 }, async ({ user_id: userId }) => {
    await purgeFiles(db, { storage, userId })
    await purgeUploads(db, { storage, userId })
  })
  let hourlySweptAt = Number.NEGATIVE_INFINITY
  await queue.work('sweep', { concurrency: 1 }, async () => {
    await sweepLots(db)
    await deleteEndedSessions(db)
    await tellKept(db, { mailer, siteUrl: siteUrl(env), logger })
    if (performance.now() - hourlySweptAt >= hourlyMs) {
      hourlySweptAt = performance.now()
      await eraseAccounts(db, { queue })
      await forgetMailboxes(db)
      await sweepTrash(db, { queue })
      await sweepUploads(db, { storage })
    }
    const recovered = await recoverGenerations(db, { queue, alone: false })
    if (recovered > 0) logger.warn({ recovered }, 'runs of dead workers were put back into the queue')
  })
  await queue.schedule('sweep', '* * * * *')
  await queue.work('sweep-payments', { concurrency: 1 }, async () => {
    await sweepOrders(db, { payments, logger })
    await sweepSubscriptions(db, { payments, logger })
    await tellPastDue(db, { mailer, siteUrl: siteUrl(env), logger })
  })
  await queue.schedule('sweep-payments', '* * * * *')
  beginsEarly = handle.kind === 'pglite'

  return async () => {
    beginsEarly = false
    for (const controller of [...running.values(), ...[...early.values()].map((one) => one.controller)]) controller.abort('stopped')
    await Promise.race([Promise.all(remote), sleep(letGoMs, undefined, { ref: false })])
    await stopListening()
  }
}
