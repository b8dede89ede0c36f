import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isChildMessage } from './messages.ts'
import type { ChildMessage, ChildSettings, ParentMessage } from './messages.ts'
import { EngineError } from './engine.ts'
import type { Engine, EngineCapabilities, EngineResult, EngineRunOptions } from './engine.ts'
import type { EngineJob } from './options.ts'
import { prepareScratchDir, removeJobFiles } from './scratch.ts'

/** The part of a pino logger that the engine uses. */
export type EngineLogger = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export type EngineSettings = {
  /** A folder that only this engine uses: results appear in it, and files of an earlier process are removed. */
  scratchDir: string
  /** Render threads, by default one per core and at most two: each holds up to 270 MB while it renders video. */
  threads?: number
  logger?: EngineLogger
  /** Packages to treat as not installed, for tests. */
  treatAsMissing?: string[]
  /** Whether a job whose process or thread has died is repeated, in a process of its own; by default it is. */
  repeats?: boolean
  /** Milliseconds without a checkpoint after which a job that joins films is ended; enough for a busy machine by default. */
  stuckMs?: number
  /** Milliseconds without a job after which the child is ended, which frees all its memory; 0 keeps it. */
  idleTimeoutMs?: number
}

type RunningJob = {
  resolve(result: EngineResult): void
  reject(error: EngineError): void
  onMessage(message: ChildMessage): void
}

type Child = { process: ChildProcess; gone: boolean }

/**
 * Settings of glibc. One arena per thread would retain hundreds of megabytes of freed frames, and so would the growing mmap threshold:
 * fixed at 1 MB, it returns the memory of freed canvases to the system. New memory comes in large pages where the system supports them:
 * half a minute of music took 27,000 small ones, and a tenth of its time.
 */
const mallocSettings = {
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '4194304',
}
const maxBackoffMs = 5_000
const usualStuckMs = 120_000
/**
 * Milliseconds after which a cancel is reported to the caller even if a busy machine delays the child's confirmation; the child still
 * cleans up.
 */
const cancelConfirmationMs = 120
const closeTimeoutMs = 2_000
const stderrTailLength = 2_000

// The package's import map finds the same file from the sources and from a bundled server.
const childFile = createRequire(import.meta.url).resolve('@quartet/engine/process/main.ts')
/** Folder of the compile cache, without which each thread loses half a second on its own code. If it is unwritable, there is no cache. */
const compiledDir = join(dirname(childFile), '../../node_modules/.cache/quartet-engine')

// oxlint-disable-next-line max-lines-per-function -- The child, its jobs and its timers are one state machine.
export function openEngine(settings: EngineSettings): Engine {
  const { scratchDir, logger, repeats = true, idleTimeoutMs = 20_000 } = settings
  const childSettings: ChildSettings = {
    scratchDir,
    stuckMs: settings.stuckMs ?? usualStuckMs,
    threads: settings.threads ?? Math.min(2, availableParallelism()),
    treatAsMissing: settings.treatAsMissing ?? [],
  }
  const running = new Map<string, RunningJob>()
  const scratchReady = prepareScratchDir(scratchDir)
  // An unusable folder is reported by the first job that awaits this; until then it would be an unhandled rejection.
  scratchReady.catch(() => {})

  let closed = false
  let child: Child | null = null
  let starting: Promise<void> | null = null
  let crashesInARow = 0
  let lastRetry: Promise<unknown> = Promise.resolve()
  /** Runs jobs that have lost their process, one at a time. */
  let apart: Engine | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let capabilities: Promise<EngineCapabilities> | null = null
  let answerProbe: { resolve(value: EngineCapabilities): void; reject(error: EngineError): void } | null = null

  function send(to: Child, message: ParentMessage): void {
    // A failed send means that the child is going away; its exit event rejects the jobs.
    if (to.process.connected) to.process.send(message, () => {})
  }

  function onChildMessage(message: unknown): void {
    if (!isChildMessage(message)) return
    if (message.type === 'capabilities') {
      answerProbe?.resolve(message.capabilities)
      answerProbe = null
      return
    }
    const job = running.get(message.id)
    if (job) job.onMessage(message)
    // The result of a job canceled at the same moment: no caller will fetch its files.
    else if (message.type === 'done') void removeJobFiles(scratchDir, message.id)
  }

  function onChildGone(gone: Child, reason: string, stderr: string): void {
    if (gone.gone) return
    gone.gone = true
    // A child released on purpose is not the current one, and no job waits for it.
    if (child !== gone) return
    child = null
    crashesInARow += 1
    logger?.warn({ reason, stderr, jobs: running.size }, 'engine child ended unexpectedly')
    const error = new EngineError('crashed', `the engine process ended (${reason})`)
    answerProbe?.reject(error)
    answerProbe = null
    for (const job of running.values()) job.reject(error)
  }

  function spawnChild(): Child {
    const spawned = fork(childFile, [JSON.stringify(childSettings)], {
      execPath: process.execPath,
      execArgv: ['--expose-gc'],
      env: { NODE_COMPILE_CACHE: compiledDir, ...process.env, ...mallocSettings },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const started: Child = { process: spawned, gone: false }
    let stderr = ''
    spawned.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-stderrTailLength)
    })
    spawned.on('message', onChildMessage)
    spawned.on('error', (error) => onChildGone(started, error.message, stderr))
    spawned.on('exit', (code, signal) => onChildGone(started, signal ?? `exit code ${code}`, stderr))
    logger?.info({ pid: spawned.pid }, 'engine child started')
    return started
  }

  async function startChild(): Promise<void> {
    await scratchReady
    if (crashesInARow > 0) await delay(Math.min(maxBackoffMs, 50 * 2 ** crashesInARow))
    if (closed) throw new EngineError('canceled', 'the engine is closed')
    child = spawnChild()
  }

  /** Returns a running child; the caller must use it before awaiting anything else. */
  async function currentChild(): Promise<Child> {
    for (;;) {
      if (closed) throw new EngineError('canceled', 'the engine is closed')
      if (child) return child
      starting ??= startChild().finally(() => {
        starting = null
      })
      await starting
    }
  }

  async function endChild(): Promise<void> {
    const ending = child
    child = null
    if (!ending || ending.gone) return
    const exited = new Promise<void>((resolve) => ending.process.once('exit', () => resolve()))
    // A child exits when its channel closes; the kill is for one that hangs.
    if (ending.process.connected) ending.process.disconnect()
    const killer = setTimeout(() => ending.process.kill('SIGKILL'), closeTimeoutMs)
    await exited
    clearTimeout(killer)
  }

  function scheduleIdleEnd(): void {
    clearTimeout(idleTimer)
    if (idleTimeoutMs === 0 || closed) return
    idleTimer = setTimeout(() => {
      if (running.size === 0 && !starting && !answerProbe) void endChild()
    }, idleTimeoutMs)
    idleTimer.unref()
  }

  async function probe(): Promise<EngineCapabilities> {
    const to = await currentChild()
    if (closed || to !== child) return probe()
    const answer = Promise.withResolvers<EngineCapabilities>()
    answerProbe = answer
    send(to, { type: 'probe' })
    try {
      return await answer.promise
    } finally {
      scheduleIdleEnd()
    }
  }

  /**
   * Repeats a job once when the child or the thread dies during it: alone in another process, because any job of the first may have been
   * the cause. One that dies there as well died by its own doing.
   */
  async function runTwice(id: string, job: EngineJob, options: EngineRunOptions): Promise<EngineResult> {
    const reporting = onceOnly(options)
    try {
      return await runOnChild(id, job, reporting())
    } catch (error) {
      if (!repeats || !(error instanceof EngineError) || error.class !== 'crashed') throw error
      logger?.warn({ reason: error.message, model: job.model }, 'engine job is run once more')
    }
    await removeJobFiles(scratchDir, id)
    if (closed) throw new EngineError('canceled', 'the engine is closed')
    apart ??= openEngine({ ...settings, scratchDir: join(scratchDir, 'apart'), threads: 1, repeats: false })
    const { run } = apart
    const before = lastRetry
    const retried = Promise.race([before, aborted(options.signal)]).then(() => run(job, reporting()))
    lastRetry = Promise.allSettled([before, retried])
    return retried
  }

  async function runOnChild(id: string, job: EngineJob, options: EngineRunOptions): Promise<EngineResult> {
    const { signal, onProgress, onText, onPreview } = options
    if (signal.aborted) throw new EngineError('canceled', 'canceled')
    const to = await currentChild()
    // The child may have been released between the answer and this turn.
    if (closed || to !== child) return runOnChild(id, job, options)
    if (signal.aborted) throw new EngineError('canceled', 'canceled')
    const finished = Promise.withResolvers<EngineResult>()
    let progress = 0
    running.set(id, {
      resolve: finished.resolve,
      reject: finished.reject,
      onMessage(message) {
        if (message.type === 'progress' && message.progress > progress && !signal.aborted) {
          progress = Math.min(1, message.progress)
          onProgress(progress)
        } else if (message.type === 'text' && !signal.aborted) {
          onText(message.delta)
        } else if (message.type === 'preview' && !signal.aborted) {
          onPreview?.(message.preview)
        } else if (message.type === 'done') {
          const { outcome } = message
          if (signal.aborted) finished.reject(new EngineError('canceled', 'canceled'))
          else if (outcome.ok) finished.resolve(outcome.result)
          else finished.reject(new EngineError(outcome.errorClass, outcome.message))
        }
      },
    })
    let giveUp: NodeJS.Timeout | undefined
    const cancel = () => {
      send(to, { type: 'cancel', id })
      giveUp = setTimeout(() => finished.reject(new EngineError('canceled', 'canceled')), cancelConfirmationMs)
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      send(to, { type: 'run', id, job })
      const result = await finished.promise
      if (progress < 1) onProgress(1)
      crashesInARow = 0
      return result
    } finally {
      clearTimeout(giveUp)
      signal.removeEventListener('abort', cancel)
      running.delete(id)
      scheduleIdleEnd()
    }
  }

  return {
    capabilities() {
      // Cached for the lifetime of the engine, because installing a package requires a restart. A failed probe is repeated.
      capabilities ??= probe().catch((error: unknown) => {
        capabilities = null
        throw error
      })
      return capabilities
    },

    async run(job, options) {
      if (options.signal.aborted) throw new EngineError('canceled', 'canceled')
      const id = randomUUID()
      clearTimeout(idleTimer)
      try {
        return await runTwice(id, job, options)
      } catch (error) {
        await removeJobFiles(scratchDir, id)
        throw error
      }
    },

    async close() {
      closed = true
      clearTimeout(idleTimer)
      const error = new EngineError('canceled', 'the engine is closed')
      answerProbe?.reject(error)
      answerProbe = null
      for (const job of running.values()) job.reject(error)
      await starting?.catch(() => {})
      await Promise.all([endChild(), apart?.close()])
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/**
 * Wraps the callbacks of a job that may run twice: progress never decreases, and text is emitted once (the second run writes the same
 * text).
 */
function onceOnly({ signal, onProgress, onText, onPreview }: EngineRunOptions): () => EngineRunOptions {
  let progress = 0
  let written = 0
  return () => {
    let repeated = written
    return {
      signal,
      ...(onPreview && { onPreview }),
      onProgress(value) {
        if (value <= progress) return
        progress = value
        onProgress(value)
      },
      onText(delta) {
        const known = Math.min(repeated, delta.length)
        repeated -= known
        if (known === delta.length) return
        written += delta.length - known
        onText(delta.slice(known))
      },
    }
  }
}
