import type { Oklch, Rgb } from './colour.ts'

export type Palette = {
  /** Sky colours from the zenith to the horizon. */
  sky: readonly Rgb[]
  /** Sunlight or moonlight. */
  light: Rgb
  /** The colour of shade: light from the sky. */
  ambient: Rgb
  /** The colour of haze in the distance. */
  haze: Rgb
  sunDisc: Rgb
  cloudLit: Rgb
  cloudShade: Rgb
  /** Ground colours in white light, before `light` and `ambient` apply. */
  rock: Rgb
  earth: Rgb
  grass: Rgb
  sand: Rgb
  snow: Rgb
  foliage: Rgb
  water: Rgb
  /** The colour of dyed water. */
  dye: Oklch | null
  /** The nearest silhouettes. */
  ink: Rgb
  /** Colours of flowers, sails, ribbons; the named ones first. */
  accents: readonly [Rgb, ...Rgb[]]
}
