import { eq } from 'drizzle-orm'
import { pauseOf } from '../core/generations/create-generation.ts'
import { Problem } from '../core/problem.ts'
import { generations } from '../db/schema/generations.ts'
import type { Runtime } from '../runtime.ts'

/** Milliseconds between checks; a caller who waits for a response learns of an outage within five seconds. */
const everyMs = 2_000

/** Aborts with `model_unavailable` if the model of a run that still waits in the queue is paused and has no fallback. */
export function watchPause({ db, providers, logger }: Runtime, id: string): Disposable & { signal: AbortSignal } {
  const controller = new AbortController()
  const timer = setInterval(() => void look().catch((error: unknown) => logger.warn({ err: error }, 'pause not read')), everyMs)
  timer.unref()

  async function look(): Promise<void> {
    const [row] = await db.select({ status: generations.status, model: generations.model }).from(generations).where(eq(generations.id, id))
    const model = row?.status === 'queued' ? await providers.find(row.model) : undefined
    const retryAfter = model && (await pauseOf(db, providers, model))
    if (retryAfter !== undefined) controller.abort(new Problem('model_unavailable', { retryAfter }))
  }

  return { signal: controller.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
