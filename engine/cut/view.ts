import { glide } from '../film/camera.ts'
import type { CutShot } from '../protocol/cut.ts'
import type { Size } from '../scene/stage.ts'

/** A part of a picture, in its pixels. */
export type Window = { left: number; top: number; width: number; height: number }

/** The part of its place that a framing shows, as a share of both sides. */
const shares: Record<CutShot['framing'], number> = { wide: 0.8, full: 0.66, medium: 0.5, close: 0.36, detail: 0.26 }

/** The point of a place around which it is framed, and where it lies in the frame: all framings of a place show the same middle. */
const anchor = { x: 0.5, y: 0.6 }
const anchorInFrame = { x: 0.5, y: 0.58 }

/** Share of the frame by which the camera moves aside, and to which it closes in. */
const reach = 0.12
const closest = 0.84

/** The part of a place that a shot shows while the camera rests. */
export function windowOf(framing: CutShot['framing'], { width, height }: Size): Window {
  const share = shares[framing]
  // The camera's way stays within the picture.
  const margin = reach * share
  const within = (value: number) => Math.max(margin, Math.min(1 - share - margin, value))
  return {
    left: width * within(anchor.x - share * anchorInFrame.x),
    top: height * within(anchor.y - share * anchorInFrame.y),
    width: width * share,
    height: height * share,
  }
}

/** Returns the part of a resting window that the frame shows after a share of the shot, 0..1. It may reach beyond it. */
export function travelAt(camera: CutShot['camera'], { left, top, width, height }: Window, share: number): Window {
  const eased = glide(Math.max(0, Math.min(1, share)))
  const aside = (2 * eased - 1) * reach
  const scaled = (factor: number): Window => ({
    left: left + (width * (1 - factor)) / 2,
    top: top + (height * (1 - factor)) / 2,
    width: width * factor,
    height: height * factor,
  })
  switch (camera) {
    case 'push_in':
      return scaled(1 - (1 - closest) * eased)
    case 'pull_out':
      return scaled(closest + (1 - closest) * eased)
    case 'pan_left':
      return { left: left - aside * width, top, width, height }
    case 'pan_right':
      return { left: left + aside * width, top, width, height }
    case 'tilt_up':
      return { left, top: top - aside * height, width, height }
    case 'tilt_down':
      return { left, top: top + aside * height, width, height }
    case 'still':
      return { left, top, width, height }
  }
}

/** The smallest window that contains every window of a travel. */
export function sweepOf(camera: CutShot['camera'], rest: Window): Window {
  const [first, last] = [travelAt(camera, rest, 0), travelAt(camera, rest, 1)]
  const left = Math.min(first.left, last.left)
  const top = Math.min(first.top, last.top)
  return {
    left,
    top,
    width: Math.max(first.left + first.width, last.left + last.width) - left,
    height: Math.max(first.top + first.height, last.top + last.height) - top,
  }
}
