import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import * as v from 'valibot'
import { childMessageSchema, type TaskName } from './tasks.ts'
import { type Usage, usageOf } from './usage.ts'

/** Limits of a task and its process. */
export type TaskLimits = {
  /** Processor time of a task, in milliseconds, and time on the clock. */
  cpuMs: number
  wallMs: number
  /** Processor time for which a task may block its thread, in milliseconds; time on the clock on systems that do not report the other. */
  stuckMs: number
  /** Resident bytes. */
  memory: number
  /**
   * Processor time after which a task yields to the rest of the machine, in milliseconds, without that of loading its parser. A process that
   * has yielded takes no other task, so a limit of time on the clock would let a busy machine start one for every file.
   */
  yieldsAfterMs: number
}

export type Outcome =
  | { status: 'done'; answer: unknown }
  | { status: 'failed'; detail: string }
  /** Ended by its limits or by `end`. */
  | { status: 'ended'; reason: string }
  /** Ended otherwise: by a crash, or by somebody else. */
  | { status: 'died'; reason: string }

export type Child = {
  /** Resolves to whether it takes tasks. */
  ready: Promise<boolean>
  /** Runs one task at a time. */
  ask(task: TaskName, job: unknown): Promise<Outcome>
  isGone(): boolean
  /** Whether the next task can be as quick as in a new process. A priority cannot be raised again. */
  isFresh(): boolean
  end(reason: string): void
  /** The end of what it has written as errors. */
  stderr(): string
}

const lowPriority = 5
const lookMs = 200
const startMs = 60_000
const stderrTailLength = 2_000
/** Megabytes of objects. Pictures and packets lie outside of them, and count as resident memory. */
const heapMegabytes = 512

// The package's import map finds the same file from the sources and from a bundled server.
const childFile = createRequire(import.meta.url).resolve('#app/server/inspection/child.ts')

/** Starts a process, which does not keep this one alive unless it has a task. */
export function startChild(limits: TaskLimits): Child {
  const started = fork(childFile, [], {
    execPath: process.execPath,
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    // The parsers need no variables, and secrets are none of their business.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const ready = Promise.withResolvers<boolean>()
  const late = setTimeout(() => end('it did not start in time'), startMs).unref()
  let lastId = 0
  let asked: { id: number; settle(outcome: Outcome): void; onBeat(beat: Beat): void } | undefined
  let endedFor: string | undefined
  let isGone = false
  let isFresh = true
  let stderr = ''

  started.unref()
  started.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-stderrTailLength)))
  // The pipe is a socket, which the types do not say.
  if (started.stderr && 'unref' in started.stderr && typeof started.stderr.unref === 'function') started.stderr.unref()
  started.on('error', (error) => onGone(error.message))
  started.on('exit', (code, signal) => onGone(signal ?? `exit code ${code}`))
  started.on('message', (received) => {
    const parsed = v.safeParse(childMessageSchema, received)
    if (!parsed.success) return end('it sent a message of no known form')
    const message = parsed.output
    if (message.type === 'ready') return ready.resolve(true)
    if (message.type === 'beat') return asked?.onBeat(message)
    if (message.id !== asked?.id) return
    asked.settle(message.type === 'done' ? { status: 'done', answer: message.answer } : { status: 'failed', detail: message.detail })
  })

  function onGone(reason: string): void {
    isGone = true
    ready.resolve(false)
    clearTimeout(late)
    asked?.settle(endedFor === undefined ? { status: 'died', reason } : { status: 'ended', reason: endedFor })
  }

  function end(reason: string): void {
    endedFor ??= reason
    started.kill('SIGKILL')
  }

  void ready.promise.then(() => clearTimeout(late))

  function lowerPriority(): void {
    if (!isFresh) return
    isFresh = false
    try {
      if (started.pid !== undefined && !isGone) setPriority(started.pid, lowPriority)
    } catch {
      // A system that forbids it parses at the usual priority.
    }
  }

  return {
    ready: ready.promise,
    async ask(task, job) {
      if (isGone) return { status: 'died', reason: 'it had ended' }
      const id = (lastId += 1)
      const settled = Promise.withResolvers<Outcome>()
      const watch = watchUsage(started.pid, limits, { end, yields: lowerPriority })
      asked = { id, settle: settled.resolve, onBeat: watch.onBeat }
      started.channel?.ref()
      // A failed send means that the process is going away, which settles the task.
      started.send({ id, task, job }, () => {})
      const outcome = await settled.promise
      asked = undefined
      watch.stop()
      started.channel?.unref()
      return outcome
    },
    isGone: () => isGone,
    isFresh: () => isFresh,
    end,
    stderr: () => stderr,
  }
}

type Beat = Usage & { isLoading: boolean }
type Measures = { end(reason: string): void; yields(): void }

/** Ends a process that exceeds a limit. Where the system does not report its usage, it does so itself while it can. */
function watchUsage(pid: number | undefined, { cpuMs, wallMs, stuckMs, memory, yieldsAfterMs }: TaskLimits, { end, yields }: Measures) {
  const startedAt = performance.now()
  const first = usageOf(pid)
  let used = first
  let start = first
  let loaded: Usage | undefined
  let beat = { at: startedAt, cpuMs: first?.cpuMs ?? 0 }
  const timer = setInterval(() => {
    const now = performance.now()
    if (first) used = usageOf(pid) ?? used
    const blocked = first && used ? used.cpuMs - beat.cpuMs : now - beat.at
    if (blocked > stuckMs) end('it blocked its thread')
    else if (now - startedAt > wallMs) end('it took too long')
    else if (used && start && used.cpuMs - start.cpuMs > cpuMs) end('it took too much processor time')
    else if (used && used.bytes > memory) end('it took too much memory')
    else if (used && loaded && used.cpuMs - loaded.cpuMs > yieldsAfterMs) yields()
  }, lookMs)
  return {
    onBeat({ isLoading, ...usage }: Beat) {
      used = usage
      start ??= usage
      if (!isLoading) loaded ??= usage
      beat = { at: performance.now(), cpuMs: usage.cpuMs }
    },
    stop: () => clearInterval(timer),
  }
}
