import { fromOklch, mix, toOklch } from './colour.ts'
import type { Rgb } from './colour.ts'
import type { Palette } from './palette.ts'

export type Recolour = (colour: Rgb) => Rgb

/** Keeps a colour's lightness and changes its hue; greys gain chroma as well. */
export function towardsHue(hue: number, chroma: number, strength: number): Recolour {
  return (colour) => {
    const { lightness, chroma: own } = toOklch(colour)
    // Very light and very dark colours have no room for chroma.
    const room = Math.min(1, 4 * lightness * (1 - lightness) + 0.15)
    return mix(colour, fromOklch({ lightness, chroma: Math.max(own * 0.8, chroma) * room, hue }), strength)
  }
}

export const tinted =
  (tint: Rgb, strength: number): Recolour =>
  (colour) => {
    const { lightness } = toOklch(colour)
    const target = toOklch(tint)
    return mix(colour, fromOklch({ ...target, lightness }), strength)
  }

export const graded =
  (lightness: number, chroma: number, lift: number): Recolour =>
  (colour) => {
    const parts = toOklch(colour)
    return fromOklch({ ...parts, lightness: Math.min(1, lift + parts.lightness * lightness), chroma: Math.min(0.3, parts.chroma * chroma) })
  }

export function recolour(palette: Palette, inLight: Recolour, inShade: Recolour): Palette {
  const [firstAccent, ...otherAccents] = palette.accents
  return {
    sky: palette.sky.map((colour, index) => (index >= palette.sky.length - 2 ? inLight(colour) : inShade(colour))),
    light: inLight(palette.light),
    ambient: inShade(palette.ambient),
    haze: inLight(palette.haze),
    sunDisc: mix(palette.sunDisc, inLight(palette.sunDisc), 0.4),
    cloudLit: inLight(palette.cloudLit),
    cloudShade: inShade(palette.cloudShade),
    rock: mix(palette.rock, inShade(palette.rock), 0.5),
    earth: mix(palette.earth, inShade(palette.earth), 0.5),
    grass: mix(palette.grass, inLight(palette.grass), 0.45),
    sand: mix(palette.sand, inLight(palette.sand), 0.6),
    snow: mix(palette.snow, inLight(palette.snow), 0.3),
    foliage: mix(palette.foliage, inShade(palette.foliage), 0.45),
    water: inShade(palette.water),
    dye: palette.dye,
    ink: inShade(palette.ink),
    accents: [inLight(firstAccent), ...otherAccents.map(inLight)],
  }
}
