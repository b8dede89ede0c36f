import inspector from 'node:inspector'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'

// The package's import map finds the file, from the sources and from the bundled server.
const workerFile = createRequire(import.meta.url).resolve('#app/server/observe/event-loop.worker.ts')

/** Milliseconds between two beats of the event loop. */
const beatMs = 200

/**
 * Ends this process when its event loop stands still for so many seconds; what runs it starts it again. Zero switches this off, and so does a
 * debugger, which stops the event loop on purpose.
 */
export function watchEventLoop({ seconds, logger }: { seconds: number; logger: Logger }): void {
  if (seconds === 0 || inspector.url() !== undefined) return
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const counter = new Int32Array(beats)
  setInterval(() => Atomics.add(counter, 0, 1), beatMs).unref()
  const watcher = new Worker(workerFile, {
    name: 'event loop',
    workerData: { beats, seconds },
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  })
  watcher.on('error', (error) => logger.error({ err: error }, 'the event loop is not watched any more'))
  watcher.unref()
}
