/**
 * The engine's child process: probes the optional packages and hands jobs to render threads. It computes nothing itself and is therefore
 * always responsive; codecs and canvases are loaded on the threads when a job needs them.
 */
import { flushCompileCache } from 'node:module'
import { MessageChannel } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { openAdmission, weightOf } from './admission.ts'
import { signalWords } from '../job.ts'
import { isParentMessage, isThreadMessage, readChildSettings } from '../protocol/messages.ts'
import type { ChildMessage, Outcome } from '../protocol/messages.ts'
import { probeCapabilities } from './probe.ts'
import { type EngineCapabilities, stuckFilm } from '../protocol/engine.ts'
import type { EngineJob } from '../protocol/options.ts'
import type { RenderTask } from './render.ts'
import { removeJobFiles } from '../protocol/scratch.ts'

/** Milliseconds after which a job that ignores its cancel loses its thread: cancels take effect within 200 ms. */
const softCancelMs = 80
/**
 * Milliseconds after which an unused thread ends; the next job takes about 0.2 s to load its packages again. All threads end with the
 * child.
 */
const threadIdleMs = 30_000
/**
 * Delays in milliseconds after which files are removed again: a write in flight may complete after its thread was terminated, late on a
 * busy machine.
 */
const lateWritesMs = [500, 5_000, 15_000]

type LiveJob = { cancel(): void }

const settings = readChildSettings(process.argv[2])
const liveJobs = new Map<string, LiveJob>()
const admission = openAdmission()
let pool: Promise<Piscina<RenderTask, Outcome>> | undefined
let quickCapabilities: Promise<EngineCapabilities> | undefined

// Nothing here needs saving, and a thread inside a codec could delay a graceful exit; the child must not outlive its parent.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ctrl-C or a service stop reaches the whole process group: the parent drains first, then closes the channel.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

process.on('message', (message: unknown) => {
  if (!isParentMessage(message)) return
  if (message.type === 'probe') void answerProbe()
  else if (message.type === 'run') void run(message.id, message.job)
  else liveJobs.get(message.id)?.cancel()
})

function send(message: ChildMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

async function answerProbe(): Promise<void> {
  const capabilities = await probeCapabilities({ treatAsMissing: settings.treatAsMissing, thorough: true })
  send({ type: 'capabilities', capabilities })
}

async function openPool(): Promise<Piscina<RenderTask, Outcome>> {
  const { Piscina: PiscinaPool } = await import('piscina')
  return new PiscinaPool<RenderTask, Outcome>({
    filename: new URL('./render.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: settings.threads,
    idleTimeout: threadIdleMs,
    // Piscina's synchronous waiting would block the timers and callbacks that the encoders rely on.
    atomics: 'disabled',
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
}

async function run(id: string, job: EngineJob): Promise<void> {
  const signals = new Int32Array(new SharedArrayBuffer(signalWords.count * Int32Array.BYTES_PER_ELEMENT))
  const hardCancel = new AbortController()
  let hardCancelTimer: NodeJS.Timeout | undefined
  liveJobs.set(id, {
    cancel() {
      Atomics.store(signals, signalWords.cancel, 1)
      hardCancelTimer ??= setTimeout(() => hardCancel.abort(), softCancelMs)
    },
  })
  const outcome = await render(id, job, signals, hardCancel.signal)
  clearTimeout(hardCancelTimer)
  liveJobs.delete(id)
  if (!outcome.ok) {
    await removeJobFiles(settings.scratchDir, id)
    if (hardCancel.signal.aborted || outcome.message === stuckFilm)
      for (const delay of lateWritesMs) setTimeout(() => void removeJobFiles(settings.scratchDir, id), delay)
  }
  send({ type: 'done', id, outcome })
  // The process is killed rather than ended, so the cache must be flushed here.
  flushCompileCache()
}

async function render(id: string, job: EngineJob, signals: Int32Array, hardCancel: AbortSignal): Promise<Outcome> {
  const { port1, port2 } = new MessageChannel()
  const stuck = new AbortController()
  let watch: NodeJS.Timeout | undefined
  let leave: (() => void) | undefined
  try {
    quickCapabilities ??= probeCapabilities({ treatAsMissing: settings.treatAsMissing, thorough: false })
    const unavailable = (await quickCapabilities)[job.model]
    if (unavailable) return { ok: false, errorClass: 'unavailable', message: `missing: ${unavailable.missing.join(', ')}` }
    const ended = new Promise<void>((resolve) => {
      port1.on('message', (message: unknown) => {
        if (!isThreadMessage(message)) return
        if (message.type === 'end') resolve()
        else send({ ...message, id })
      })
    })
    leave = await admission.enter(weightOf(job), hardCancel)
    pool ??= openPool()
    // Nothing else parses films of others. Only a thread that is ended leaves a parser that loops for ever.
    if (job.model === 'sketch-join' || job.model === 'sketch-film') watch = watchJob(signals, () => stuck.abort())
    const task: RenderTask = { jobId: id, job, scratchDir: settings.scratchDir, signals, port: port2 }
    const outcome = await (await pool).run(task, { transferList: [port2], signal: AbortSignal.any([hardCancel, stuck.signal]) })
    await ended
    return outcome
  } catch (error) {
    if (hardCancel.aborted) return { ok: false, errorClass: 'canceled', message: 'canceled' }
    if (stuck.signal.aborted) return { ok: false, errorClass: 'invalid_input', message: stuckFilm }
    // Generators report their own failures as outcomes; only a dying thread rejects.
    return { ok: false, errorClass: 'crashed', message: error instanceof Error ? error.message : String(error) }
  } finally {
    clearInterval(watch)
    port1.close()
    leave?.()
  }
}

/** Calls back when a started job reaches no checkpoint for too long. */
function watchJob(signals: Int32Array, onStuck: () => void): NodeJS.Timeout {
  let alive = 0
  let aliveAt = performance.now()
  return setInterval(() => {
    const now = Atomics.load(signals, signalWords.alive)
    if (now !== alive || now === 0) {
      alive = now
      aliveAt = performance.now()
    } else if (performance.now() - aliveAt > settings.stuckMs) onStuck()
  }, settings.stuckMs / 8)
}
