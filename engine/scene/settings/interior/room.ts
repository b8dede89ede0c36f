import { pick } from '../../../random.ts'
import type { Random } from '../../../random.ts'
import { mix, multiply, scale } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import type { Stage } from '../../stage.ts'
import { windowOf } from './window.ts'
import type { Pane } from './window.ts'

const wallPaints: readonly [Rgb, ...Rgb[]] = [
  [206, 190, 168],
  [150, 164, 158],
  [186, 150, 132],
  [128, 140, 168],
  [214, 200, 186],
  [120, 128, 116],
  [170, 132, 140],
]

/** Data that all parts of a room share. */
export type Room = {
  stage: Stage
  pane: Pane
  random: Random
  night: boolean
  /** Whether a lamp stands on the sill, and on which side. */
  lamp: boolean
  lampSide: -1 | 1
  wall: Rgb
  /** The row of the sill. */
  sill: number
  /** A colour in the light of the room; a larger share is nearer to the light. */
  inLight(colour: Rgb, share: number): Rgb
}

export function openRoom(stage: Stage): Room {
  const pane = windowOf(stage)
  const random = stage.familyRandom('room')
  const { brief, palette } = stage
  const night = brief.time === 'night'
  const evening = night || brief.time === 'dusk' || brief.sky === 'overcast'
  const lampChance = random()
  // Without a lamp a room is invisible at night.
  const lamp = evening && !brief.without.things.includes('lantern') && (night || lampChance < 0.8)
  const warm: Rgb = [255, 206, 140]
  const wall: Rgb = brief.colours.length > 0 ? mix(palette.accents[0], [230, 222, 210], 0.45) : pick<Rgb>(random, wallPaints)
  return {
    stage,
    pane,
    random,
    night,
    lamp,
    lampSide: stage.focus < 0.5 ? 1 : -1,
    wall,
    sill: pane.y + pane.height,
    inLight(colour, share) {
      const daylight = mix(palette.ambient, palette.light, 0.35)
      const dim = scale(multiply(colour, daylight), night ? 0.42 : 0.62)
      return lamp ? mix(dim, multiply(colour, warm), 0.28 + 0.5 * share) : scale(dim, 0.72 + 0.62 * share)
    },
  }
}
