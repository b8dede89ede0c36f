import type { MessagePort } from 'node:worker_threads'
import { joinWork } from '../scene/workshare.ts'
import { openPainter } from './painter.ts'
import type { FilmPlan } from './plan.ts'
import { toI420 } from './planes.ts'

export type PaintRequest = { index: number; planes: SharedArrayBuffer }
/** The frame that is painted; null once, as soon as frames can be asked for. */
export type PaintAnswer = { painted: number | null }

/** On a second thread for one film: paints the frames it is asked for, into memory that both threads see. */
export function paintFrames({ plan, shared }: { plan: FilmPlan; shared: SharedArrayBuffer }, port: MessagePort): void {
  const paint = openPainter(plan, { checkpoint() {}, share: joinWork(shared, () => {}) })

  function answer(painted: number | null): void {
    const message: PaintAnswer = { painted }
    port.postMessage(message)
  }

  port.on('message', ({ index, planes }: PaintRequest) => {
    paint(index, (rgba) => toI420(rgba, plan.size, new Uint8Array(planes)))
    answer(index)
  })
  answer(null)
}
