/**
 * The process of one model of images. The runtime blocks its thread for as long as a step takes, so it has one of its own, and this one still
 * reports memory, stops with its parent and takes cancel requests.
 */
import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { JobError, readSettings, serveJobs } from './child-process.ts'
import { drawnSchema, type OnnxJob, onnxJobSchema, workerMessageSchema } from './local-messages.ts'

const settings = readSettings()
const stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
const worker = new Worker(new URL('./onnx-worker.ts', import.meta.url), { workerData: { settings, stopFlag } })
worker.once('error', (error) => {
  process.stderr.write(`${error.stack}\n`)
  process.exit(1)
})

serveJobs(onnxJobSchema, (job, { signal, onProgress }) => ask(job, signal, onProgress))

function ask(job: OnnxJob, signal: AbortSignal, onProgress: (share: number) => void): Promise<unknown> {
  signal.throwIfAborted()
  const answered = Promise.withResolvers<unknown>()
  const stop = () => void Atomics.store(stopFlag, 0, 1)
  const take = (received: unknown) => {
    const message = v.parse(workerMessageSchema, received)
    if (message.type === 'progress') return onProgress(message.share)
    if (message.type === 'done') return answered.resolve(v.parse(drawnSchema, {}))
    answered.reject(message.reason === 'unreadable' ? new JobError('unreadable') : new Error(message.detail))
  }
  Atomics.store(stopFlag, 0, 0)
  signal.addEventListener('abort', stop, { once: true })
  worker.on('message', take)
  worker.postMessage(job)
  return answered.promise.finally(() => {
    signal.removeEventListener('abort', stop)
    worker.off('message', take)
  })
}
