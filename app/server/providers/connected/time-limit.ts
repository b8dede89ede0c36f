import { ProviderError } from '../provider.ts'

export type TimeLimit = Disposable & {
  signal: AbortSignal
  /** Something came: the wait for the next piece begins anew. */
  alive(): void
  /** The given error, or that the time was up where this is why it was thrown. */
  explain(error: unknown): unknown
}

/** Ends a call that takes too long as a whole, or from one piece to the next. What cannot be continued is begun again, so it ends as `temporary`. */
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
