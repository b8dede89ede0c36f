import type { Colour } from '../understanding/understanding.ts'
import type { Brief } from './brief.ts'
import { fromOklch, mix, toOklch } from './colour.ts'
import type { Rgb } from './colour.ts'
import { paints } from './paints.ts'
import type { Palette } from './palette.ts'
import { graded, recolour, tinted, towardsHue } from './recolour.ts'
import type { Recolour } from './recolour.ts'
import type { Reference } from './reference.ts'

/** By moonlight the eye sees hardly any colour. */
export function moonlit(palette: Palette): Palette {
  const grey: Recolour = (colour) => {
    const parts = toOklch(colour)
    return fromOklch({ ...parts, lightness: Math.min(1, parts.lightness * 1.08), chroma: parts.chroma * 0.45 })
  }
  return { ...palette, grass: grey(palette.grass), foliage: grey(palette.foliage), earth: grey(palette.earth), sand: grey(palette.sand) }
}

/** The light of the aurora lies on everything below it. */
export function underAurora(palette: Palette, { colours }: Brief): Palette {
  const glow: Rgb = colours[0] ? paints[colours[0]] : [90, 230, 170]
  return { ...palette, light: mix(palette.light, glow, 0.4), haze: mix(palette.haze, glow, 0.2), ambient: mix(palette.ambient, glow, 0.12) }
}

const hueOf = (colour: Colour) => toOklch(paints[colour]).hue

const isHue = (colour: Colour) => colour !== 'black' && colour !== 'white' && colour !== 'grey'

export function applyColours(palette: Palette, brief: Brief): Palette {
  const { colours, places } = brief
  const hues = colours.filter(isHue)
  const [first, second] = hues
  const named = [...Object.values(brief.thingColours), ...colours].map((colour) => paints[colour])
  const [firstAccent, ...otherAccents] = [...named, ...palette.accents]
  let result: Palette = { ...palette, accents: [firstAccent ?? palette.accents[0], ...otherAccents] }
  if (first) {
    const vegetation = places.has('meadow') || places.has('forest')
    if (vegetation && first === 'green') {
      const greener = towardsHue(hueOf('green'), 0.12, 0.5)
      result = { ...result, grass: greener(result.grass), foliage: greener(result.foliage) }
    } else {
      const muted = first === 'brown' ? 0.55 : 1
      // The sky over a field of lavender is not lavender through and through; one over a blue sea is.
      const strength = vegetation || brief.things.has('flower') ? 0.45 : 0.78
      // With two colours named, the light takes the first and the shade the second.
      const inLight = towardsHue(hueOf(first), 0.13 * muted, strength)
      const inShade = towardsHue(hueOf(second ?? first), 0.11 * muted, strength)
      const { foliage, grass } = result
      const coloured = recolour(result, inLight, inShade)
      // Trees stay trees.
      result = {
        ...coloured,
        accents: result.accents,
        ...(vegetation ? { foliage: mix(foliage, coloured.foliage, 0.3), grass: mix(grass, coloured.grass, 0.5) } : {}),
      }
    }
  }
  if (colours.includes('black')) result = recolour(result, graded(0.7, 0.8, 0), graded(0.55, 0.8, 0))
  if (colours.includes('white')) result = recolour(result, graded(0.72, 0.7, 0.28), graded(0.72, 0.7, 0.28))
  if (colours.includes('grey')) result = recolour(result, graded(1, 0.35, 0), graded(1, 0.35, 0))
  return result
}

/** A place with a colour of its own: only what it is made of takes that on. */
export function applyPlaceColours(palette: Palette, { placeColours }: Brief): Palette {
  let result = palette
  for (const [place, colour] of Object.entries(placeColours)) {
    const hue = hueOf(colour)
    const strong = isHue(colour) ? towardsHue(hue, 0.12, 0.85) : graded(colour === 'white' ? 0.5 : 0.7, 0.3, colour === 'white' ? 0.45 : 0)
    const faint = isHue(colour) ? towardsHue(hue, 0.05, 0.25) : (same: Rgb) => same
    if (place === 'forest' || place === 'meadow') result = { ...result, grass: strong(result.grass), foliage: strong(result.foliage) }
    else if (place === 'mountains') result = { ...result, rock: strong(result.rock) }
    else if (place === 'desert') result = { ...result, sand: strong(result.sand) }
    else {
      // Clear water is lighter than deep water of the same colour.
      const water = strong(colour === 'teal' ? mix(result.water, [70, 190, 190], 0.5) : result.water)
      result = { ...result, water, haze: faint(result.haze) }
    }
  }
  return result
}

export function applyTones(palette: Palette, { tones, moods, time, things }: Brief): Palette {
  let result = palette
  if (tones.has('pastel') || moods.has('dreamy')) result = recolour(result, graded(0.66, 0.66, 0.33), graded(0.66, 0.66, 0.33))
  if (tones.has('vivid') || moods.has('happy') || moods.has('playful')) result = recolour(result, graded(1, 1.3, 0), graded(1, 1.3, 0))
  // Small lights want a dim sky.
  if (time === 'dusk' && (things.has('lantern') || things.has('campfire') || things.has('firework')))
    result = recolour(result, graded(0.74, 1, 0), graded(0.7, 1, 0))
  if (moods.has('epic')) result = recolour(result, graded(1.02, 1.18, 0), graded(0.86, 1.15, 0))
  if (moods.has('sad')) result = recolour(result, graded(0.95, 0.55, 0), graded(0.95, 0.6, 0))
  if (tones.has('dark') || moods.has('dark') || moods.has('tense')) result = recolour(result, graded(0.76, 0.9, 0), graded(0.68, 0.9, 0))
  if (tones.has('warm') || moods.has('romantic')) result = recolour(result, tinted([255, 170, 80], 0.18), tinted([250, 150, 110], 0.14))
  if (tones.has('cold')) result = recolour(result, tinted([120, 180, 255], 0.2), tinted([80, 140, 230], 0.2))
  return result
}

/** Keeps away from colours that are not wanted: what comes near them loses its colour or moves on around the wheel. */
export function avoidColours(palette: Palette, { without: { colours } }: Brief): Palette {
  const hues = colours.filter(isHue).map(hueOf)
  if (hues.length === 0) return palette
  const avoid: Recolour = (colour) => {
    const parts = toOklch(colour)
    for (const hue of hues) {
      const apart = Math.atan2(Math.sin(parts.hue - hue), Math.cos(parts.hue - hue))
      if (Math.abs(apart) > 0.6) continue
      return fromOklch({ ...parts, chroma: parts.chroma * 0.35, hue: hue + Math.sign(apart || 1) * 0.75 })
    }
    return colour
  }
  const avoided = recolour(palette, avoid, avoid)
  return {
    ...avoided,
    grass: avoid(palette.grass),
    foliage: avoid(palette.foliage),
    sand: avoid(palette.sand),
    water: avoid(palette.water),
  }
}

/** Gives every colour the hue and chroma that the reference has at that lightness, and its range of light and dark. */
export function takeOver(palette: Palette, { palette: colours }: Reference): Palette {
  const ramp = colours.map(({ colour }) => toOklch(colour)).toSorted((a, b) => a.lightness - b.lightness)
  const darkest = ramp[0]
  const lightest = ramp.at(-1)
  if (!darkest || !lightest) return palette
  const graft: Recolour = (colour) => {
    const own = toOklch(colour)
    const range = Math.max(0.25, lightest.lightness - darkest.lightness)
    const lightness = darkest.lightness + (own.lightness - 0.1) * (range / 0.85)
    const above = ramp.find((step) => step.lightness >= lightness) ?? lightest
    const below = ramp.findLast((step) => step.lightness <= lightness) ?? darkest
    const span = above.lightness - below.lightness
    const share = span > 0.001 ? (lightness - below.lightness) / span : 0
    const taken = mix(fromOklch({ ...below, lightness }), fromOklch({ ...above, lightness }), share)
    return mix(colour, taken, 0.86)
  }
  const strongest = colours
    .map(({ colour }) => colour)
    .toSorted((a, b) => toOklch(b).chroma - toOklch(a).chroma)
    .slice(0, 3)
  const grafted = recolour(palette, graft, graft)
  const [first = palette.accents[0], ...others] = strongest
  return {
    ...grafted,
    rock: graft(palette.rock),
    earth: graft(palette.earth),
    grass: graft(palette.grass),
    sand: graft(palette.sand),
    foliage: graft(palette.foliage),
    accents: [first, ...others, ...palette.accents],
  }
}
