import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Rgb } from '../../colour.ts'
import { paints } from '../../paints.ts'
import type { Stage } from '../../stage.ts'

/** The street in units of the scene: half its width without and with the pavements, and the height of the eye. */
export const road = { half: 0.62, pavement: 0.98, eye: 0.3 }

export const far = 24

/** A street moves as one piece, because gaps would open between parts that move separately. */
export const roadDepth = 0.5

/** Projects a point of the scene (across, up, away) to the screen; a negative `up` gives its mirror image in the wet road. */
export type Projection = (across: number, up: number, away: number) => readonly [number, number]

export type Glow = { across: number; up: number; away: number; colour: Rgb; size: number }

export const lampColour = ({ brief }: Stage): Rgb => (brief.thingColours.lantern ? paints[brief.thingColours.lantern] : [255, 198, 110])

export function quad(g: SKRSContext2D, points: readonly (readonly [number, number])[]): void {
  g.beginPath()
  points.forEach(([x, y], index) => (index === 0 ? g.moveTo(x, y) : g.lineTo(x, y)))
  g.closePath()
  g.fill()
}

export function hazeAt({ brief }: Stage, away: number): number {
  const reach = brief.fog ? 4.5 : brief.falling ? 9 : 17
  return Math.min(0.9, 1 - Math.exp(-Math.max(0, away - 0.8) / reach))
}
