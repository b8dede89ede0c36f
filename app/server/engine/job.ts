import { EngineError } from './protocol.ts'
import { scratchPath } from './scratch.ts'

/** What a generator needs from the house around it while it renders one job on its thread. */
export type JobContext = {
  /** Real work done, 0..1. */
  progress(fraction: number): void
  /** A piece of written text to append. */
  text(delta: string): void
  /** Throws `canceled` once the job is to stop. Call it each frame, or about every 50 ms of computing. */
  checkpoint(): void
  /** Whether nothing else has been rendered since the job began: then it may use a second core. */
  isAlone(): boolean
  /** A path in the scratch folder that is this job's alone. */
  path(name: string): string
}

/** What a running job is told through memory that it shares: words that are 0 until it is so. */
export const signalWords = { cancel: 0, company: 1, count: 2 } as const

const reportEveryMs = 40

export function createJobContext(options: {
  jobId: string
  scratchDir: string
  signals: Int32Array
  post(message: { type: 'progress'; progress: number } | { type: 'text'; delta: string }): void
}): JobContext {
  let reported = 0
  let reportedAt = -Infinity
  return {
    isAlone: () => Atomics.load(options.signals, signalWords.company) === 0,
    progress(fraction) {
      // Whole thousandths, and this often, are as fine as anybody can see: each report is work for three threads.
      const progress = Math.floor(Math.min(1, fraction) * 1000) / 1000
      const now = performance.now()
      if (progress <= reported || (progress < 1 && now - reportedAt < reportEveryMs)) return
      reported = progress
      reportedAt = now
      options.post({ type: 'progress', progress })
    },
    text(delta) {
      options.post({ type: 'text', delta })
    },
    checkpoint() {
      if (Atomics.load(options.signals, signalWords.cancel) !== 0) throw new EngineError('canceled', 'canceled')
    },
    path(name) {
      return scratchPath(options.scratchDir, options.jobId, name)
    },
  }
}
