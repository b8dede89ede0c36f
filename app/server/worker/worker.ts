import { v7 as uuidv7 } from 'uuid'
import { deleteEndedSessions } from '../core/accounts/delete-ended-sessions.ts'
import { purgeGeneration } from '../core/generations/delete-generation.ts'
import { generationChannel, readNotice } from '../core/generations/publish.ts'
import { recoverGenerations } from '../core/generations/recover-generations.ts'
import { runGeneration, type Worker } from '../core/generations/run-generation.ts'
import { sweepLots } from '../core/tokens/sweep-lots.ts'
import type { Runtime } from '../runtime.ts'

/** Begins to take jobs from the queue. Returns how to stop: running work is left for the next start. */
export async function startWorker({ env, db, handle, queue, providers, storage, logger }: Runtime): Promise<() => Promise<void>> {
  const worker: Worker = { id: uuidv7(), queue, providers, storage, logger }
  const running = new Map<string, AbortController>()

  const stopListening = await handle.listen(generationChannel, (payload) => {
    const { generationId, status } = readNotice(payload)
    if (status === 'canceled') running.get(generationId)?.abort('canceled')
  })

  // Before any work is taken: a claim that exists now is a dead worker's, one made later is our own.
  const recovered = await recoverGenerations(db, { queue, alone: handle.kind === 'pglite' })
  if (recovered > 0) logger.info({ recovered }, 'continuing unfinished runs')

  await queue.work('run-generation', { concurrency: env.WORKER_CONCURRENCY }, async ({ generation_id: id }, signal) => {
    // A second job for what already runs here has nothing to do.
    if (running.has(id)) return
    const controller = new AbortController()
    const stop = () => controller.abort('stopped')
    signal.addEventListener('abort', stop, { once: true })
    running.set(id, controller)
    try {
      await runGeneration(db, { worker, id, controller })
      // A job that ends normally is gone; this one must be taken up by another worker, or by our next start.
      if (controller.signal.reason === 'stopped') throw new Error('stopped')
    } finally {
      running.delete(id)
      signal.removeEventListener('abort', stop)
    }
  })
  await queue.work('purge-generation', { concurrency: 1 }, ({ generation_id: id }) => purgeGeneration(db, { storage, id }))
  await queue.work('sweep', { concurrency: 1 }, async () => {
    await sweepLots(db)
    await deleteEndedSessions(db)
    const recovered = await recoverGenerations(db, { queue, alone: false })
    if (recovered > 0) logger.warn({ recovered }, 'runs of dead workers were put back into the queue')
  })
  await queue.schedule('sweep', '* * * * *')

  return async () => {
    for (const controller of running.values()) controller.abort('stopped')
    await stopListening()
  }
}
