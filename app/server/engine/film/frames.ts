import { beginOnSecondThread, endKeptThread } from '../second-thread.ts'
import type { SecondThread } from '../second-thread.ts'
import type { PaintAnswer, PaintRequest } from './paint-frames.ts'
import { alone, joinWork, openSharedWork } from '../scene/workshare.ts'
import { openPainter } from './painter.ts'
import type { Painter } from './painter.ts'
import type { FilmPlan } from './plan.ts'
import { planesLength, toI420 } from './planes.ts'

/** Frames asked of the other thread at a time: it never waits for the next. */
const askedAhead = 2
/** Frames painted before they are needed. */
const window = 5

/** A second thread needs a second scene; for larger films that is more memory than an engine should take. */
const maxHelpedPixels = 1_300_000

export type Frames = {
  /** Planes of a frame; frames are to be taken in order, and one is valid until the next is taken. */
  take(index: number): Promise<Uint8Array>
  /** One frame as opaque RGBA pixels. */
  picture(index: number): Uint8Array
  close(): Promise<void>
}

export type FramesOptions = {
  plan: FilmPlan
  /** Whether another core is free for a second thread; when it no longer is, that thread ends. */
  isAlone(): boolean
  checkpoint(): void
}

/** Paints a film's frames ahead of the encoder, on this thread and, where there is room, on another: whoever is free takes the next. */
export function openFrames({ plan, isAlone, checkpoint }: FramesOptions): Frames {
  const spare: SharedArrayBuffer[] = []
  const painted = new Map<number, SharedArrayBuffer>()
  const asked = new Map<number, SharedArrayBuffer>()
  let paint: Painter | undefined
  let next = 0
  let isReady = false
  let taken: SharedArrayBuffer | null = null
  let failure: Error | null = null
  let wake: (() => void) | null = null
  /** What the scene is built in by both threads, until it is. */
  let shared: SharedArrayBuffer | null = null
  let helper = isAlone() && plan.size.width * plan.size.height <= maxHelpedPixels ? openHelper() : null
  if (!helper) void endKeptThread()

  function openHelper(): SecondThread {
    shared = openSharedWork(plan.size)
    const thread = beginOnSecondThread({ kind: 'film', plan, shared }, (error) => {
      failure ??= error
      wake?.()
    })
    thread.port.on('message', (answer: PaintAnswer) => {
      // Until it has its scene, this thread goes on alone.
      if (!isReady) {
        isReady = true
        askHelper(Math.min(plan.frames, window))
      }
      const planes = answer.painted === null ? undefined : asked.get(answer.painted)
      if (answer.painted === null || !planes) return
      asked.delete(answer.painted)
      painted.set(answer.painted, planes)
      wake?.()
    })
    return thread
  }

  const buffer = () => spare.pop() ?? new SharedArrayBuffer(planesLength(plan.size))

  function askHelper(until: number): void {
    if (helper && asked.size === 0 && !isAlone()) {
      void helper.end()
      helper = null
    }
    while (isReady && helper && isAlone() && asked.size < askedAhead && next < until) {
      const planes = buffer()
      asked.set(next, planes)
      const request: PaintRequest = { index: next, planes }
      helper.port.postMessage(request)
      next += 1
    }
  }

  function paintFrame(index: number, use: (rgba: Uint8Array) => void): void {
    if (!paint) {
      paint = openPainter(plan, { checkpoint, share: helper && shared ? joinWork(shared, checkpoint) : alone })
      shared = null
    }
    paint(index, use)
  }

  function paintNext(): void {
    const planes = buffer()
    const index = next
    next += 1
    paintFrame(index, (rgba) => toI420(rgba, plan.size, new Uint8Array(planes)))
    painted.set(index, planes)
  }

  return {
    async take(index) {
      if (taken) spare.push(taken)
      taken = null
      const until = Math.min(plan.frames, index + window)
      for (;;) {
        checkpoint()
        askHelper(until)
        const planes = painted.get(index)
        if (planes) {
          painted.delete(index)
          taken = planes
          return new Uint8Array(planes)
        }
        if (failure) throw failure
        if (next < until) {
          paintNext()
          // Answers of the other thread come in between two frames.
          await new Promise((resolve) => setImmediate(resolve))
          continue
        }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        wake = null
      }
    },

    picture(index) {
      let copy = new Uint8Array()
      paintFrame(index, (rgba) => {
        copy = new Uint8Array(rgba)
      })
      return copy
    },

    async close() {
      const ending = helper
      helper = null
      if (isReady && next === plan.frames && asked.size === 0) ending?.release()
      else await ending?.end()
    },
  }
}
