import { randomFor, pick } from '../random.ts'
import type { Moment } from '../scene/stage.ts'

export type CameraMove = 'pan' | 'zoom-in' | 'zoom-out' | 'tilt' | 'orbit' | 'still'
/** `swing` goes to and fro and ends where it began: for films that are shown in a loop. */
export type CameraPath = { move: CameraMove | 'swing'; direction: 1 | -1 }

export type View = Required<Pick<Moment, 'camera' | 'tilt' | 'zoom'>>

/** As asked by the option, else as the prompt says, else as the seed has it. */
export function cameraPath(options: { asked: CameraMove | 'auto'; named: CameraMove | null; seed: number }): CameraPath {
  const random = randomFor(options.seed, 'camera')
  const direction = random() < 0.5 ? 1 : -1
  const chosen = pick<CameraMove>(random, ['pan', 'pan', 'zoom-in', 'zoom-out', 'orbit', 'tilt'])
  return { move: options.asked === 'auto' ? (options.named ?? chosen) : options.asked, direction }
}

/** Where the camera looks when `share` of the film, 0..1, is over. */
export function viewAt({ move, direction }: CameraPath, share: number): View {
  const eased = glide(share)
  /** From one side to the other. */
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
      // Around what stands in the middle: nearest half-way, and a little from above there.
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

/** From 0 to 1: sets off and arrives gently, and is at an even pace in between. */
function glide(share: number): number {
  const ramp = 0.28
  const pace = 1 / (1 - ramp)
  if (share < ramp) return rampUp(share)
  if (share > 1 - ramp) return 1 - rampUp(1 - share)
  return pace * (share - ramp / 2)

  /** The way covered while the pace grows along a cosine. */
  function rampUp(at: number): number {
    return (pace / 2) * (at - (ramp / Math.PI) * Math.sin((Math.PI * at) / ramp))
  }
}
