/** A second thread for one long speech: speaks the next part whenever it is asked to. It ends when it is told to. */
import { flushCompileCache } from 'node:module'
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openParts } from './parts.ts'
import type { Speech, SpokenPart } from './parts.ts'

/** The next part; null after the last one. */
export type SpeakAnswer = SpokenPart | null

try {
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Some containers forbid it; speaking at equal priority still works.
}

const speech: Speech = workerData
const parts = await openParts(speech)

parentPort?.on('message', () => {
  const { value } = parts.next()
  const answer: SpeakAnswer = value ?? null
  parentPort?.postMessage(answer, answer ? [answer.samples.buffer] : [])
  if (!answer) flushCompileCache()
})
