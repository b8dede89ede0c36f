import type { CallPhase } from '#app/contract/base/call-failures.ts'
import { ProviderError } from '../provider.ts'

export type TimeLimit = Disposable & {
  signal: AbortSignal
  /** Restarts the timer between two pieces. */
  alive(): void
  /** Returns the given error, or a timeout that caused it. */
  explain(error: unknown): unknown
}

/** `phase` is the part of a call that is limited; by default it is a whole call, whose answer begins with the first piece. */
type Limits = { totalMs: number; idleMs: number; phase?: CallPhase }

/** Aborts a call that takes too long as a whole, or between two pieces. It fails as `temporary`, because it can only be repeated. */
export function limitTime(outer: AbortSignal, { totalMs, idleMs, phase }: Limits): TimeLimit {
  const own = new AbortController()
  let reached: CallPhase = phase ?? 'headers'
  const end = () => own.abort('too slow')
  const total = setTimeout(end, totalMs)
  const idle = setTimeout(end, idleMs)
  return {
    signal: AbortSignal.any([outer, own.signal]),
    alive() {
      reached = phase ?? 'stream'
      idle.refresh()
    },
    explain: (error) =>
      own.signal.aborted && !outer.aborted ? new ProviderError('temporary', 'the service took too long', { phase: reached }) : error,
    [Symbol.dispose]() {
      clearTimeout(total)
      clearTimeout(idle)
    },
  }
}
