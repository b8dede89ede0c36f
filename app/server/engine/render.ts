/**
 * What runs on a render thread: one job at a time, each generator loaded only when it is first asked for. The task comes in
 * over Piscina; progress and text go out over the job's own port.
 */
import { flushCompileCache } from 'node:module'
import os from 'node:os'
import type { MessagePort } from 'node:worker_threads'
import { createJobContext } from './job.ts'
import type { JobContext } from './job.ts'
import type { Outcome, ThreadMessage } from './messages.ts'
import { cleanPrompt } from './clean-prompt.ts'
import { EngineError } from './protocol.ts'
import type { EngineJob, EngineResult } from './protocol.ts'

export type RenderTask = {
  jobId: string
  job: EngineJob
  scratchDir: string
  /** In shared memory; see `signalWords`. */
  signals: Int32Array
  port: MessagePort
}

lowerPriority()

/** Pages are served first: a render may take longer, an answer may not. On Linux this is for this thread and those it starts. */
function lowerPriority(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Some containers forbid it; rendering at equal priority still works.
  }
}

async function generate(job: EngineJob, context: JobContext): Promise<EngineResult> {
  const prompt = cleanPrompt(job.prompt)
  switch (job.model) {
    case 'sketch-image':
      return (await import('./image.ts')).renderImage(prompt, job.options, job.inputs, context)
    case 'sketch-video':
      return (await import('./video.ts')).renderVideo(prompt, job.options, job.inputs, context)
    case 'sketch-speech':
      return (await import('./speech.ts')).renderSpeech(prompt, job.options, context)
    case 'sketch-music':
      return (await import('./music.ts')).renderMusic(prompt, job.options, context)
    case 'sketch-text':
      return (await import('./text.ts')).renderText(prompt, job.options, context)
  }
}

function failure(error: unknown): Outcome {
  if (error instanceof EngineError) return { ok: false, errorClass: error.class, message: error.message }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { ok: false, errorClass: 'internal', message }
}

/** When the result is on its way. */
function cleanUp({ model }: EngineJob): void {
  // The pictures of a job weigh nothing in the collector's eyes: left to itself it would keep those of several. Samples it sees.
  if (model === 'sketch-image' || model === 'sketch-video') globalThis.gc?.()
  // For the next thread; the process may end without a word.
  flushCompileCache()
}

export default async function render(task: RenderTask): Promise<Outcome> {
  const post = (message: ThreadMessage) => task.port.postMessage(message)
  // An encoder's native callbacks do not keep a thread's event loop alive; without this it could fall asleep in mid-job.
  const keepAlive = setInterval(() => {}, 1_000)
  try {
    const context = createJobContext({
      jobId: task.jobId,
      scratchDir: task.scratchDir,
      signals: task.signals,
      post,
    })
    context.checkpoint()
    return { ok: true, result: await generate(task.job, context) }
  } catch (error) {
    return failure(error)
  } finally {
    clearInterval(keepAlive)
    post({ type: 'end' })
    task.port.close()
    setImmediate(cleanUp, task.job)
  }
}
