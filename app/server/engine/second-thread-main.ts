/** What runs on a second thread: one task after the other, each of which loads what it needs. */
import { flushCompileCache } from 'node:module'
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { SecondTaskData } from './second-thread.ts'

try {
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Some containers forbid it; working at equal priority still works.
}

/** When a task is over and nothing of it is held any more. */
function cleanUp(): void {
  // Pictures weigh nothing in the collector's eyes.
  globalThis.gc?.()
  flushCompileCache()
}

async function begin({ task, port }: SecondTaskData): Promise<void> {
  port.on('close', () => setImmediate(cleanUp))
  if (task.kind === 'film') (await import('./film/paint-frames.ts')).paintFrames(task, port)
  else if (task.kind === 'music') (await import('./music/help-play.ts')).helpPlay(task.piece, port)
  else await (await import('./speech/speak-parts.ts')).speakParts(task.speech, port)
}

parentPort?.on('message', (data: SecondTaskData) => void begin(data))
