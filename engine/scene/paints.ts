import type { Colour } from '../understanding/understanding.ts'
import { hex } from './colour.ts'
import type { Rgb } from './colour.ts'

/** The paint of each colour word. */
export const paints: Record<Colour, Rgb> = {
  red: hex('#d8392f'),
  orange: hex('#ee8434'),
  gold: hex('#eebc3a'),
  green: hex('#4f9a4a'),
  teal: hex('#2aa79f'),
  blue: hex('#3568c8'),
  violet: hex('#7d52c0'),
  pink: hex('#ee7fa8'),
  brown: hex('#85553a'),
  black: hex('#25242c'),
  white: hex('#f6f3ec'),
  grey: hex('#8d9199'),
}
