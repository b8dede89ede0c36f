/**
 * The process in which files of people and services are parsed, one at a time. A file that hangs a parser, takes all memory or crashes it
 * ends this process and nothing else.
 */
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { type Loaders, loaders } from './loaders.ts'
import type { ChildMessage, TaskMessage, TaskName, Tasks } from './tasks.ts'
import type { Usage } from './usage.ts'

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
  let isLoading = true
  const beat = () => send({ type: 'beat', isLoading, ...usage() })
  const beats = setInterval(beat, beatMs)
  const onLoaded = () => {
    isLoading = false
    beat()
  }
  try {
    send({ type: 'done', id, answer: await handle(loaders, task, { job, onLoaded }) })
  } catch (error) {
    send({ type: 'failed', id, detail: error instanceof Error ? error.message : String(error) })
  } finally {
    clearInterval(beats)
  }
}

type Job<Name extends TaskName> = { job: Tasks[Name]; onLoaded(): void }

async function handle<Name extends TaskName>(by: Pick<Loaders, Name>, task: Name, { job, onLoaded }: Job<Name>): Promise<unknown> {
  const parse = await by[task]()
  onLoaded()
  return parse(job)
}

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1_000, bytes: process.memoryUsage.rss() }
}

function send(message: ChildMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}
