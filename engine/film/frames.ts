import { openPainter } from './painter.ts'
import type { Painter } from './painter.ts'
import type { FilmPlan } from './plan.ts'
import { planesLength, toI420 } from './planes.ts'

export type Frames = {
  /** The YUV planes of a frame, valid until the next call. */
  planes(index: number): Uint8Array
  /** A frame as opaque RGBA pixels. */
  picture(index: number): Uint8Array
}

/** Paints a film's frames; the scene is built with the first one. */
export function openFrames(plan: FilmPlan, checkpoint: () => void, onPixels?: (rgba: Uint8Array) => void): Frames {
  const planes = new Uint8Array(planesLength(plan.size))
  let painter: Painter | undefined

  function paint(index: number, use: (rgba: Uint8Array) => void): void {
    painter ??= openPainter(plan, checkpoint)
    painter(index, use)
  }

  return {
    planes(index) {
      paint(index, (rgba) => {
        onPixels?.(rgba)
        toI420(rgba, plan.size, planes)
      })
      return planes
    },
    picture(index) {
      let copy = new Uint8Array()
      paint(index, (rgba) => {
        copy = new Uint8Array(rgba)
      })
      return copy
    },
  }
}
