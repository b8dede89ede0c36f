import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import * as v from 'valibot'
import { ProviderError } from '../provider.ts'
import { type ChildMessage, childMessageSchema, type LocalJob, type LocalSettings, type ParentMessage } from './local-messages.ts'

export type JobRun<Result> = {
  signal: AbortSignal
  onText?(delta: string): void
  /** Receives the progress, 0..1. */
  onProgress?(share: number): void
  result: v.GenericSchema<unknown, Result>
}

export type LocalProcesses = {
  /** Runs a job with one model. Loading another one ends the process of the first. Rejects with a `ProviderError`, or at once when canceled. */
  run<Result>(settings: LocalSettings, job: LocalJob, run: JobRun<Result>): Promise<Result>
  close(): Promise<void>
}

export type LocalProcessesOptions = {
  /** Resident bytes at which the process is ended. */
  memoryLimit: number
  /** Milliseconds without a job after which the process is ended, which frees its memory. */
  idleMs?: number
  /** Milliseconds that a canceled job has to stop; then the process is ended. */
  stopMs?: number
  logger?: LocalLogger
}

/** The part of a pino logger that is used. */
export type LocalLogger = { warn(details: object, message: string): void }

const usualIdleMs = 5 * 60_000
const usualStopMs = 2_000
const closeTimeoutMs = 2_000
const stderrTailLength = 2_000

// The package's import map finds the same file from the sources and from a bundled server.
const { resolve } = createRequire(import.meta.url)
const childFiles: Record<LocalSettings['child'], string> = {
  llama: resolve('#app/server/providers/local/llama-child.ts'),
  sherpa: resolve('#app/server/providers/local/sherpa-child.ts'),
  onnx: resolve('#app/server/providers/local/onnx-child.ts'),
}

type Child = { process: ChildProcess; key: string; jobs: Map<number, Job>; gone: Promise<void> }
type Job = { onMessage(message: ChildMessage): void; onGone(reason: string): void }

/** Opens the models of this machine, of all kinds: at most one at a time, each in a process of its own that starts with its first job. */
// oxlint-disable-next-line max-lines-per-function -- Its functions share one state, which nothing else may touch.
export function openLocalProcesses({
  memoryLimit,
  idleMs = usualIdleMs,
  stopMs = usualStopMs,
  logger,
}: LocalProcessesOptions): LocalProcesses {
  let child: Child | undefined
  let lastId = 0
  let turn: Promise<unknown> = Promise.resolve()
  let ending: Promise<void> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let closed = false

  function start(settings: LocalSettings): Child {
    const started = fork(childFiles[settings.child], [JSON.stringify(settings)], {
      execPath: process.execPath,
      execArgv: [],
      // The library needs no variables, and keys of services are none of its business.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let stderr = ''
    started.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-stderrTailLength)))
    const jobs = new Map<number, Job>()
    const gone = Promise.withResolvers<void>()
    const opened: Child = { process: started, key: JSON.stringify(settings), jobs, gone: gone.promise }
    let failure: string | null = null
    const end = (reason: string) => {
      if (child === opened) child = undefined
      // A child that was ended on purpose has no jobs.
      if (jobs.size > 0) logger?.warn({ reason: failure ?? reason, stderr }, 'the process of a local model ended')
      for (const job of jobs.values()) job.onGone(failure ?? reason)
      gone.resolve()
    }
    started.on('error', (error) => end(error.message))
    started.on('exit', (code, signal) => end(signal ?? `exit code ${code}`))
    started.on('message', (received) => {
      const parsed = v.safeParse(childMessageSchema, received)
      if (!parsed.success) return
      const message = parsed.output
      if (message.type === 'failed' && message.reason === 'broken') logger?.warn({ reason: message.detail }, 'a local model failed')
      if (message.type !== 'memory') return jobs.get(message.id)?.onMessage(message)
      if (message.bytes <= memoryLimit) return
      failure = `it needed more than ${Math.round(memoryLimit / 1e6)} MB of memory`
      started.kill('SIGKILL')
    })
    return opened
  }

  function end(): Promise<void> {
    clearTimeout(idle)
    const last = child
    child = undefined
    if (last) ending = endChild(last)
    return ending
  }

  /** Runs a job on its model's process. Settles when the process is done with it, also after a cancel. */
  async function runNext<Result>(
    settings: LocalSettings,
    job: LocalJob,
    { signal, onText, onProgress, result }: JobRun<Result>,
  ): Promise<Result> {
    clearTimeout(idle)
    if (child && child.key !== JSON.stringify(settings)) void end()
    // Two processes at a time could exceed the memory limit.
    await ending
    if (closed) throw new ProviderError('temporary', 'local: the server is closing')
    signal.throwIfAborted()
    const to = (child ??= start(settings))
    const id = (lastId += 1)
    const answered = Promise.withResolvers<unknown>()
    to.jobs.set(id, {
      onMessage(message) {
        if (message.type === 'text' && !signal.aborted) onText?.(message.delta)
        else if (message.type === 'progress' && !signal.aborted) onProgress?.(message.share)
        else if (message.type === 'done') answered.resolve(message.result)
        else if (message.type === 'failed') answered.reject(failureOf(message.reason))
      },
      onGone: (reason) => answered.reject(new ProviderError('temporary', `local: the model's process ended (${reason})`)),
    })
    let killer: NodeJS.Timeout | undefined
    const cancel = () => {
      send(to, { type: 'cancel', id })
      killer = setTimeout(() => to.process.kill('SIGKILL'), stopMs)
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      send(to, { type: 'run', id, job })
      return v.parse(result, await answered.promise)
    } finally {
      clearTimeout(killer)
      signal.removeEventListener('abort', cancel)
      to.jobs.delete(id)
      if (to.jobs.size === 0 && !closed) idle = setTimeout(() => void end(), idleMs).unref()
    }
  }

  return {
    async run(settings, job, options) {
      const { signal } = options
      signal.throwIfAborted()
      const left = Promise.withResolvers<never>()
      const leave = () => left.reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      const before = turn
      const answered = before.then(() => runNext(settings, job, options))
      turn = answered.catch(() => undefined)
      try {
        // The caller of a canceled job does not wait for the process.
        return await Promise.race([answered, left.promise])
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
    async close() {
      closed = true
      await end()
    },
  }
}

async function endChild({ process: ending, gone }: Child): Promise<void> {
  // A child exits when its channel closes; the kill is for one that hangs.
  if (ending.connected) ending.disconnect()
  const killer = setTimeout(() => ending.kill('SIGKILL'), closeTimeoutMs)
  await gone
  clearTimeout(killer)
}

function send(to: Child, message: ParentMessage): void {
  // A failed send means that the child is going away; its exit event rejects the job.
  if (to.process.connected) to.process.send(message, () => {})
}

function failureOf(reason: 'too_long' | 'unreadable' | 'canceled' | 'broken'): ProviderError {
  if (reason === 'unreadable') return new ProviderError('invalid_input', 'local: the given file cannot be decoded')
  if (reason === 'too_long') return new ProviderError('invalid_input', 'local: the conversation is too long for the model')
  return new ProviderError('temporary', `local: the model's process reported: ${reason}`, { final: reason === 'broken' })
}
