import { pauseOf } from '../../core/making/generations/create-generation.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import { Problem } from '../../core/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { RunFailed } from '../openai/openai-errors.ts'

/** Milliseconds between checks; a caller who waits for a response learns of an outage within five seconds. */
const usualEveryMs = 2_000

export type WatchWaitOptions = {
  /** Longest time in milliseconds from the submit to the start, and from the first start to the end; unlimited if not given. */
  limitMs?: number | undefined
  everyMs?: number
}

export type WaitWatch = Disposable & {
  signal: AbortSignal
  /** Reports a change of the run. */
  saw(now: GenerationRow): void
}

/**
 * Watches a caller's wait for a run. Aborts with `model_unavailable` if the run waits in the queue while its model is paused and has no
 * fallback, and with the failure `timeout` when the time is up.
 */
export function watchWait(
  { db, providers, logger }: Pick<Runtime, 'db' | 'providers' | 'logger'>,
  row: GenerationRow,
  { limitMs = Infinity, everyMs = usualEveryMs }: WatchWaitOptions = {},
): WaitWatch {
  let latest = row
  const controller = new AbortController()
  const timer = setInterval(() => void look().catch((error: unknown) => logger.warn({ err: error }, 'pause not read')), everyMs)
  timer.unref()

  async function look(): Promise<void> {
    const since = latest.startedAt ?? latest.createdAt
    if (Date.now() - since.getTime() > limitMs) return controller.abort(new RunFailed('timeout'))
    if (latest.status !== 'queued') return
    const model = await providers.find(latest.model)
    const retryAfter = model && (await pauseOf(db, providers, model))
    if (retryAfter !== undefined && latest.status === 'queued') controller.abort(new Problem('model_unavailable', { retryAfter }))
  }

  return { signal: controller.signal, saw: (now) => void (latest = now), [Symbol.dispose]: () => clearInterval(timer) }
}
