/** The thread of `onnx-child.ts` in which the runtime computes. */
import { parentPort, workerData } from 'node:worker_threads'
import { JobError } from './child-process.ts'
import type { OnnxJob, OnnxSettings, WorkerMessage } from './local-messages.ts'
import { openImageModel, type Tools } from './pictures/draw-image.ts'
import { openCutter, openEnlarger } from './pictures/edit-image.ts'
import { openOnnxRuntime } from './pictures/open-network.ts'

const { settings, stopFlag }: { settings: OnnxSettings; stopFlag: Int32Array } = workerData
const post = (message: WorkerMessage) => parentPort?.postMessage(message)

const tools: Tools = {
  open: openOnnxRuntime(settings),
  throwIfStopped() {
    if (Atomics.load(stopFlag, 0) !== 0) throw new Error('canceled')
  },
  onProgress: (share) => post({ type: 'progress', share }),
}

function openModel(): (job: OnnxJob) => Promise<void> {
  if (settings.kind === 'image') {
    const draw = openImageModel(settings.folder, settings.scheduler, tools)
    return (job) => (job.kind === 'draw' ? draw(job) : Promise.reject(unfit(job)))
  }
  if (settings.kind === 'enlarge') {
    const enlarge = openEnlarger(settings.folder, tools)
    return (job) => (job.kind === 'enlarge' ? enlarge(job, job.scale) : Promise.reject(unfit(job)))
  }
  const cutOut = openCutter(settings.file, tools)
  return (job) => (job.kind === 'remove_background' ? cutOut(job) : Promise.reject(unfit(job)))
}

const unfit = ({ kind }: OnnxJob) => new Error(`the model has no jobs of the kind ${kind}`)

const run = openModel()
parentPort?.on('message', (job: OnnxJob) => {
  run(job).then(
    () => post({ type: 'done' }),
    (error: unknown) =>
      post({
        type: 'failed',
        reason: error instanceof JobError ? error.reason : 'broken',
        detail: error instanceof Error ? error.message : '',
      }),
  )
})
