import { randomFor, pick } from '../random.ts'
import type { Moment, Size } from '../scene/stage.ts'

export type CameraMove = 'pan' | 'zoom-in' | 'zoom-out' | 'tilt' | 'orbit' | 'still'
/** `swing` moves back and forth and ends where it started, for films shown in a loop. */
export type CameraPath = { move: CameraMove | 'swing'; direction: 1 | -1 }

export type View = Required<Pick<Moment, 'camera' | 'tilt' | 'zoom'>>

/** The part of the scene that fills the frame, in pixels of the scene. */
export type Window = { left: number; top: number; width: number; height: number }

/** Size of the scene as a multiple of the frame, which leaves the camera room to move. */
const rooms: Record<CameraPath['move'], { across: number; down: number }> = {
  pan: { across: 1.3, down: 1 },
  orbit: { across: 1.3, down: 1 },
  tilt: { across: 1, down: 1.3 },
  'zoom-in': { across: 1.16, down: 1.16 },
  'zoom-out': { across: 1.16, down: 1.16 },
  swing: { across: 1, down: 1 },
  still: { across: 1, down: 1 },
}
/** Smallest window of a zoom as a share of the frame; below 1 it enlarges the scene slightly. */
const nearest = 0.9

export function sceneSize({ move }: CameraPath, { width, height }: Size): Size {
  const { across, down } = rooms[move]
  return { width: Math.round(width * across), height: Math.round(height * down) }
}

/** Returns the window of the scene that a frame shows. It moves with the camera, so that the farthest parts move as well. */
export function windowAt(path: CameraPath, frame: Size, { camera, tilt, zoom }: View): Window {
  const scene = sceneSize(path, frame)
  const isZoomed = path.move === 'zoom-in' || path.move === 'zoom-out'
  const width = isZoomed ? scene.width + (frame.width * nearest - scene.width) * zoom : frame.width
  const height = (width / frame.width) * frame.height
  const x = isZoomed ? 0.5 : (1 + camera) / 2
  const y = isZoomed ? 0.5 : (1 - tilt) / 2
  return { left: (scene.width - width) * x, top: (scene.height - height) * y, width, height }
}

/** Precedence: option, prompt, seed. */
export function cameraPath(options: { asked: CameraMove | 'auto'; named: CameraMove | null; seed: number }): CameraPath {
  const random = randomFor(options.seed, 'camera')
  const direction = random() < 0.5 ? 1 : -1
  const chosen = pick<CameraMove>(random, ['pan', 'pan', 'zoom-in', 'zoom-out', 'orbit', 'tilt'])
  return { move: options.asked === 'auto' ? (options.named ?? chosen) : options.asked, direction }
}

/** The camera's view after a `share` of the film, 0..1. */
export function viewAt({ move, direction }: CameraPath, share: number): View {
  const eased = glide(share)
  const across = direction * (2 * eased - 1)
  switch (move) {
    case 'pan':
      return { camera: across, tilt: 0, zoom: 0.12 }
    case 'zoom-in':
      return { camera: 0.18 * across, tilt: 0, zoom: eased }
    case 'zoom-out':
      return { camera: 0.18 * across, tilt: 0, zoom: 1 - eased }
    case 'tilt':
      return { camera: 0.1 * across, tilt: across, zoom: 0.12 }
    case 'orbit': {
      // Orbits the middle of the scene; half-way the camera is nearest and slightly above.
      const angle = (eased - 0.5) * Math.PI * 0.94
      const nearness = Math.cos(angle)
      return { camera: direction * Math.sin(angle), tilt: 0.45 * (nearness - 0.5), zoom: 0.1 + 0.55 * nearness }
    }
    case 'swing':
      return { camera: direction * Math.sin(2 * Math.PI * share), tilt: 0, zoom: 0 }
    case 'still':
      return { camera: 0, tilt: 0, zoom: 0 }
  }
}

/** Eases from 0 to 1: accelerates and brakes gently, at an even pace in between. */
export function glide(share: number): number {
  const ramp = 0.28
  const pace = 1 / (1 - ramp)
  if (share < ramp) return rampUp(share)
  if (share > 1 - ramp) return 1 - rampUp(1 - share)
  return pace * (share - ramp / 2)

  /** Distance covered while the speed grows along a cosine. */
  function rampUp(at: number): number {
    return (pace / 2) * (at - (ramp / Math.PI) * Math.sin((Math.PI * at) / ramp))
  }
}
