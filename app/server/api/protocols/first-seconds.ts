import type { Logger } from 'pino'
import { StreamEnded } from '../../core/library/events/open-streams.ts'
import { Problem } from '../../core/problem.ts'
import { RunFailed } from '../openai/openai-errors.ts'
import type { start } from '../openai/openai-runs.ts'

type Started = Awaited<ReturnType<typeof start>>

/** Milliseconds in which a failure is an HTTP status. Afterwards the response begins, and a failure is its last event. */
const statusMs = 5_000

/**
 * Waits for the first event of a run, or for five seconds, and throws what goes wrong until then. Returns all events, until a signal aborts.
 * `open` is given the signal that ends its events.
 */
export async function afterFirstSeconds<Event>(
  { reader, signal }: Pick<Started, 'reader' | 'signal'>,
  open: (until: AbortSignal) => AsyncGenerator<Event, undefined>,
): Promise<(until: AbortSignal) => AsyncGenerator<Event>> {
  const stopped = new AbortController()
  const events = open(AbortSignal.any([signal, stopped.signal]))
  const first = events.next()
  try {
    await settledWithin(first, statusMs)
  } catch (error) {
    await (signal.aborted && !(error instanceof StreamEnded) ? reader.leave() : reader.end())
    throw error instanceof StreamEnded ? new Problem('unauthorized', { cause: error }) : error
  }
  return async function* all(until) {
    const stop = () => stopped.abort(until.reason)
    if (until.aborted) stop()
    until.addEventListener('abort', stop, { once: true })
    try {
      for (let next = await first; !next.done; next = await events.next()) yield next.value
    } finally {
      until.removeEventListener('abort', stop)
      await events.return(undefined)
    }
  }
}

/** Resolves when the promise does or the time is over; rejects as the promise does. */
async function settledWithin(promise: Promise<unknown>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  // A failure after the time is reported to the next reader.
  promise.catch(() => undefined)
  try {
    await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns what the last event of a failed stream reports. `errorId`: of an internal error, in the log. */
export function toFailure(logger: Logger, error: unknown, id: string): { failure: Problem | RunFailed; errorId?: string } {
  if (error instanceof Problem || error instanceof RunFailed) return { failure: error }
  if (error instanceof StreamEnded) return { failure: new Problem('unauthorized') }
  logger.error({ err: error, generation: id }, 'streamed response failed')
  return { failure: new Problem('internal'), errorId: id }
}
