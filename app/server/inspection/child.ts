/**
 * The process in which files of people and services are parsed, one at a time. A file that hangs a parser, takes all memory or crashes it
 * ends this process and nothing else.
 */
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { type Handlers, handlers } from './handlers.ts'
import type { ChildMessage, TaskMessage, TaskName, Tasks } from './tasks.ts'

const beatMs = 250

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ctrl-C or a service stop reaches the whole process group: the parent drains first, then closes the channel.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
// The kernel ends this process first when the machine runs out of memory.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Other systems have no such setting.
}
// A parser that blocks this thread would outlive a parent that was killed.
new Worker(new URL('./end-with-parent.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()

process.on('message', (message: TaskMessage) => void serve(message))
send({ type: 'ready' })

async function serve({ id, task, job }: TaskMessage): Promise<void> {
  const beat = setInterval(() => send({ type: 'beat', cpuMs: usedMs(), bytes: process.memoryUsage.rss() }), beatMs)
  try {
    send({ type: 'done', id, answer: await handle(handlers, task, job) })
  } catch (error) {
    send({ type: 'failed', id, detail: error instanceof Error ? error.message : String(error) })
  } finally {
    clearInterval(beat)
  }
}

function handle<Name extends TaskName>(by: Pick<Handlers, Name>, task: Name, job: Tasks[Name]): Promise<unknown> {
  return by[task](job)
}

function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function send(message: ChildMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}
