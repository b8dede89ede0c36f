import { setPriority } from 'node:os'
import * as v from 'valibot'
import { type ChildMessage, type LocalSettings, parentMessageSchema } from './local-messages.ts'

/** A failure whose cause the parent shows. */
export class JobError extends Error {
  readonly reason: 'too_long' | 'unreadable'
  constructor(reason: 'too_long' | 'unreadable') {
    super(reason)
    this.reason = reason
  }
}

const memoryIntervalMs = 1_000
const lowPriority = 10

/** Returns the arguments of the process of a model. */
export function readSettings(): LocalSettings {
  const settings = JSON.parse(process.argv[2] ?? 'null')
  if (!isSettings(settings)) throw new Error('The process of a model starts with its settings as JSON in the first argument.')
  return settings
}

// The parent is of the same release: the tag is enough to recognize its settings.
const isSettings = (value: unknown): value is LocalSettings => typeof value === 'object' && value !== null && 'child' in value

/**
 * Serves the jobs of a parent, one after the other, at low priority, and ends with it. Ending the process is the only certain way to get the
 * memory of a model back.
 */
export function serveJobs<Job>(
  jobSchema: v.GenericSchema<unknown, Job>,
  run: (job: Job, tools: { signal: AbortSignal; onText(delta: string): void; onProgress(share: number): void }) => Promise<unknown>,
): void {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // Ctrl-C or a service stop reaches the whole process group: the parent drains first, then closes the channel.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  try {
    setPriority(lowPriority)
  } catch {
    // A system that forbids it runs the model at the usual priority.
  }
  const jobs = new Map<number, AbortController>()
  let last: Promise<unknown> = Promise.resolve()
  process.on('message', (received: unknown) => {
    const parsed = v.safeParse(parentMessageSchema, received)
    if (!parsed.success) return
    const message = parsed.output
    if (message.type === 'cancel') return void jobs.get(message.id)?.abort()
    const controller = new AbortController()
    jobs.set(message.id, controller)
    last = last.then(() => serve(message.id, message.job, controller.signal)).finally(() => jobs.delete(message.id))
  })
  setInterval(() => send({ type: 'memory', bytes: process.memoryUsage.rss() }), memoryIntervalMs).unref()

  async function serve(id: number, job: unknown, signal: AbortSignal): Promise<void> {
    try {
      const result = await run(v.parse(jobSchema, job), {
        signal,
        onText: (delta) => signal.aborted || send({ type: 'text', id, delta }),
        onProgress: (share) => signal.aborted || send({ type: 'progress', id, share }),
      })
      send(signal.aborted ? { type: 'failed', id, reason: 'canceled' } : { type: 'done', id, result })
    } catch (error) {
      if (signal.aborted) return send({ type: 'failed', id, reason: 'canceled' })
      if (error instanceof JobError) return send({ type: 'failed', id, reason: error.reason })
      send({ type: 'failed', id, reason: 'broken', detail: error instanceof Error ? error.message : String(error) })
    }
  }
}

function send(message: ChildMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}
