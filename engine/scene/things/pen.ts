import type { Path2D, SKRSContext2D } from '@napi-rs/canvas'
import type { Random } from '../../random.ts'
import { css, mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { litColour } from '../stage.ts'
import type { Stage } from '../stage.ts'

/** The context for drawing one thing: its foot is at the origin, up is negative, and its height is about 1. */
export type Pen = {
  g: SKRSContext2D
  stage: Stage
  random: Random
  seconds: number
  /** Share of haze in front of the thing. */
  haze: number
  /** Side of the light relative to the drawing; it is the other side for a mirrored thing. */
  lightSide: -1 | 1
  /** Whether lamps are lit. */
  dark: boolean
  /** Whether light may spill over the thing's own outline. */
  glows: boolean
  /** The requested colour, or the usual one. */
  own(usual: Rgb): Rgb
}

/** The colour of a surface that receives this share of the light, 0..1. */
export const tint = (pen: Pen, colour: Rgb, lit = 0.6, alpha = 1) => {
  const seen = litColour(pen.stage, colour, lit, pen.haze)
  // Ink drawings distinguish things by darkness.
  return css(pen.stage.brief.style === 'ink' ? scale(seen, 0.5) : seen, alpha)
}

/** The colour of something that shines by itself. */
export const glow = (pen: Pen, colour: Rgb, alpha = 1) => css(mix(colour, pen.stage.palette.haze, pen.haze * 0.6), alpha)

export const isDark = ({ brief }: Stage) =>
  brief.style !== 'ink' &&
  (brief.time === 'night' || brief.time === 'dusk' || brief.storm || (brief.sky === 'overcast' && brief.falling === 'rain'))

export const fillPath = (g: SKRSContext2D, path: Path2D): void => g.fill(path)

/** A closed shape through these points. */
export function polygon(g: SKRSContext2D, points: readonly (readonly [number, number])[]): void {
  g.beginPath()
  points.forEach(([x, y], index) => (index === 0 ? g.moveTo(x, y) : g.lineTo(x, y)))
  g.closePath()
  g.fill()
}

export function halo(g: SKRSContext2D, x: number, y: number, radius: number, colour: Rgb, strength: number): void {
  const fall = g.createRadialGradient(x, y, 0, x, y, radius)
  fall.addColorStop(0, css(colour, strength))
  fall.addColorStop(0.35, css(colour, strength * 0.35))
  fall.addColorStop(1, css(colour, 0))
  g.save()
  g.globalCompositeOperation = 'screen'
  g.fillStyle = fall
  g.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  g.restore()
}

/** The light around something that shines. */
export function shine(pen: Pen, x: number, y: number, radius: number, colour: Rgb, strength: number): void {
  if (pen.glows) halo(pen.g, x, y, radius, colour, strength)
}
