/**
 * The code of a render thread: one job at a time, each generator loaded on first use. The task comes through Piscina; progress and text
 * go out through the job's own port.
 */
import { flushCompileCache } from 'node:module'
import os from 'node:os'
import type { MessagePort } from 'node:worker_threads'
import { createJobContext } from '../job.ts'
import type { JobContext } from '../job.ts'
import type { Outcome, ThreadMessage } from '../protocol/messages.ts'
import { cleanPrompt } from '../understanding/clean-prompt.ts'
import { EngineError } from '../protocol/engine.ts'
import type { EngineResult } from '../protocol/engine.ts'
import type { EngineJob } from '../protocol/options.ts'

export type RenderTask = {
  jobId: string
  job: EngineJob
  scratchDir: string
  /** In shared memory; see `signalWords`. */
  signals: Int32Array
  port: MessagePort
}

lowerPriority()

/**
 * Lowers the priority: a render may take longer, a response of the server may not. On Linux this applies to this thread and the threads it
 * starts.
 */
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
      return (await import('../image/image.ts')).renderImage(prompt, job.options, job.inputs, context)
    case 'sketch-video':
      return (await import('../film/video.ts')).renderVideo(prompt, job.options, job.inputs, context)
    case 'sketch-speech':
      return (await import('../speech/speech.ts')).renderSpeech(prompt, job.options, context)
    case 'sketch-music':
      return (await import('../music/music.ts')).renderMusic(prompt, job.options, context)
    case 'sketch-join':
      return (await import('../join/join.ts')).joinVideos(job.options, job.inputs, context)
    case 'sketch-film':
      return (await import('../cut/cut.ts')).renderCut(job.cut, job.options, context)
    case 'sketch-text':
      return (await import('../text/text.ts')).renderText(prompt, job.options, context)
  }
}

function failure(error: unknown): Outcome {
  if (error instanceof EngineError) return { ok: false, errorClass: error.class, message: error.message }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { ok: false, errorClass: 'internal', message }
}

/** Cleans up after the result has been sent. */
function cleanUp({ model }: EngineJob): void {
  // The collector does not see the memory of canvases and would retain the pictures of several jobs; it does see samples.
  if (model === 'sketch-image' || model === 'sketch-video' || model === 'sketch-film') globalThis.gc?.()
  // Flushes the compile cache for the next thread; the process may be killed at any time.
  flushCompileCache()
}

/** @public Piscina calls it by the name of this file. */
export default async function render(task: RenderTask): Promise<Outcome> {
  const post = (message: ThreadMessage) => task.port.postMessage(message)
  // An encoder's native callbacks do not keep a thread's event loop alive; without this timer it could end during a job.
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
