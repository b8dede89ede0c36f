import { EngineError } from './protocol/engine.ts'
import type { ThreadMessage } from './protocol/messages.ts'
import { scratchPath } from './protocol/scratch.ts'

/** The services that a generator gets while it renders a job on its thread. */
export type JobContext = {
  /** Progress of the real work, 0..1. */
  progress(fraction: number): void
  /** Emits the next piece of the text. */
  text(delta: string): void
  /** Emits a preview, unless the last one is too recent; then it is not encoded either. */
  preview(encode: () => string | null): void
  /** Throws `canceled` if the job must stop. Call it for each frame, or about every 50 ms of computing. */
  checkpoint(): void
  /** A path in the scratch folder, unique to this job. */
  path(name: string): string
}

/**
 * Indexes into the memory that the child process and a running job share. `cancel` becomes 1 when the job must stop; `alive` counts the
 * start and the checkpoints of the job.
 */
export const signalWords = { cancel: 0, alive: 1, count: 2 } as const

const reportEveryMs = 40
/** The first previews show how a picture emerges; later a slower rhythm suffices. */
const previews = { often: 12, oftenMs: 140, seldomMs: 600 }

export function createJobContext(options: {
  jobId: string
  scratchDir: string
  signals: Int32Array
  post(message: ThreadMessage): void
}): JobContext {
  Atomics.add(options.signals, signalWords.alive, 1)
  let reported = 0
  let reportedAt = -Infinity
  let previewed = 0
  let previewedAt = performance.now()
  return {
    progress(fraction) {
      // Finer steps than thousandths, or more frequent ones, are invisible, and each report is work for three threads.
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
    preview(encode) {
      if (performance.now() - previewedAt < (previewed < previews.often ? previews.oftenMs : previews.seldomMs)) return
      previewed += 1
      const preview = encode()
      if (preview) options.post({ type: 'preview', preview })
      previewedAt = performance.now()
    },
    checkpoint() {
      Atomics.add(options.signals, signalWords.alive, 1)
      if (Atomics.load(options.signals, signalWords.cancel) !== 0) throw new EngineError('canceled', 'canceled')
    },
    path(name) {
      return scratchPath(options.scratchDir, options.jobId, name)
    },
  }
}
