import { ProviderError } from '../provider.ts'

export type TimeLimit = Disposable & {
  signal: AbortSignal
  /** Restarts the timer between two pieces. */
  alive(): void
  /** Returns the given error, or a timeout that caused it. */
  explain(error: unknown): unknown
}

/** Aborts a call that takes too long as a whole, or between two pieces. It fails as `temporary`, because it can only be repeated. */
export function limitTime(outer: AbortSignal, { totalMs, idleMs }: { totalMs: number; idleMs: number }): TimeLimit {
  const own = new AbortController()
  const end = () => own.abort('too slow')
  const total = setTimeout(end, totalMs)
  const idle = setTimeout(end, idleMs)
  return {
    signal: AbortSignal.any([outer, own.signal]),
    alive: () => void idle.refresh(),
    explain: (error) => (own.signal.aborted && !outer.aborted ? new ProviderError('temporary', 'the service took too long') : error),
    [Symbol.dispose]() {
      clearTimeout(total)
      clearTimeout(idle)
    },
  }
}
