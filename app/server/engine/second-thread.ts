/**
 * The thread that a render thread has beside it: for a film of which it paints every other frame, for a long text that it speaks, or for
 * a piece of music of which it plays a half. It is kept for the next job, because a new one compiles everything anew: that takes it
 * longer than to speak two pages.
 */
import { MessageChannel, Worker } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import type { FilmPlan } from './film/plan.ts'
import type { SharedPiece } from './music/help-play.ts'
import type { Speech } from './speech/parts.ts'

export type SecondTask =
  | { kind: 'film'; plan: FilmPlan; shared: SharedArrayBuffer }
  | { kind: 'speech'; speech: Speech }
  | { kind: 'music'; piece: SharedPiece }
/** A task's messages go over a port of its own; it is over when that is closed. */
export type SecondTaskData = { task: SecondTask; port: MessagePort }

export type SecondThread = {
  port: MessagePort
  /** Leaves the thread to the next job: this one has had all its answers. */
  release(): void
  end(): Promise<void>
}

/** One that nobody needs holds memory that others may. */
const keptMs = 5_000

type Thread = { worker: Worker; onFailure(error: Error): void }

let kept: Thread | null = null
let keptUntil: NodeJS.Timeout | undefined

/** Has the second thread begin a task; `onFailure` hears of it if the thread dies meanwhile. */
export function beginOnSecondThread(task: SecondTask, onFailure: (error: Error) => void): SecondThread {
  const thread = takeKept() ?? openThread()
  const { worker } = thread
  thread.onFailure = onFailure
  worker.ref()
  const { port1: port, port2 } = new MessageChannel()
  const data: SecondTaskData = { task, port: port2 }
  worker.postMessage(data, [port2])
  return {
    port,
    release() {
      port.close()
      keep(thread)
    },
    async end() {
      thread.onFailure = () => {}
      port.close()
      await worker.terminate()
    },
  }
}

function openThread(): Thread {
  const worker = new Worker(new URL('./second-thread-main.ts', import.meta.url), { resourceLimits: { maxYoungGenerationSizeMb: 8 } })
  const thread: Thread = { worker, onFailure: () => {} }
  worker.on('error', (error) => thread.onFailure(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => thread.onFailure(new Error('a second thread ended')))
  return thread
}

function takeKept(): Thread | null {
  const thread = kept
  kept = null
  clearTimeout(keptUntil)
  return thread
}

function keep(thread: Thread): void {
  kept = thread
  keptUntil = setTimeout(() => void endKeptThread(), keptMs).unref()
  thread.worker.unref()
  thread.onFailure = () => {
    if (kept === thread) takeKept()
  }
}

/** Ends the thread that is kept, if there is one: when another large job comes, each has one core and needs all the memory there is. */
export async function endKeptThread(): Promise<void> {
  await takeKept()?.worker.terminate()
}
