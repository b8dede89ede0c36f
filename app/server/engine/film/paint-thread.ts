/** A second thread for one film: paints the frames it is asked for, into memory that both threads see. It ends when it is told to. */
import { flushCompileCache } from 'node:module'
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openPainter } from './painter.ts'
import type { FilmPlan } from './plan.ts'
import { toI420 } from './planes.ts'

export type PaintThreadData = { plan: FilmPlan }
export type PaintRequest = { index: number; planes: SharedArrayBuffer }
/** The frame that is painted; null once, as soon as frames can be asked for. */
export type PaintAnswer = { painted: number | null }

try {
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Some containers forbid it; painting at equal priority still works.
}

const { plan }: PaintThreadData = workerData
const paint = openPainter(plan, () => {})

function answer(painted: number | null): void {
  const message: PaintAnswer = { painted }
  parentPort?.postMessage(message)
}

parentPort?.on('message', ({ index, planes }: PaintRequest) => {
  paint(index, (rgba) => toI420(rgba, plan.size, new Uint8Array(planes)))
  answer(index)
})
answer(null)
flushCompileCache()
