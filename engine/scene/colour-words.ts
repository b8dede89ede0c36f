import type { Colour, TimeOfDay } from '../understanding/understanding.ts'
import type { Brief } from './brief.ts'
import { fromOklch, mix, toOklch } from './colour.ts'
import type { Rgb } from './colour.ts'
import { paints } from './paints.ts'
import type { Palette } from './palette.ts'
import { graded, recolour, tinted, towardsHue } from './recolour.ts'
import type { Recolour } from './recolour.ts'
import type { Reference } from './reference.ts'

/** Greys a palette: by moonlight the eye sees hardly any colour. */
export function moonlit(palette: Palette): Palette {
  const grey: Recolour = (colour) => {
    const parts = toOklch(colour)
    return fromOklch({ ...parts, lightness: Math.min(1, parts.lightness * 1.08), chroma: parts.chroma * 0.45 })
  }
  return { ...palette, grass: grey(palette.grass), foliage: grey(palette.foliage), earth: grey(palette.earth), sand: grey(palette.sand) }
}

/** Casts the light of the aurora on everything below it. */
export function underAurora(palette: Palette, { colours, coloursOf }: Brief): Palette {
  const [named] = coloursOf.aurora ?? colours
  const glow: Rgb = named ? paints[named] : [90, 230, 170]
  return { ...palette, light: mix(palette.light, glow, 0.4), haze: mix(palette.haze, glow, 0.2), ambient: mix(palette.ambient, glow, 0.12) }
}

const hueOf = (colour: Colour) => toOklch(paints[colour]).hue

const isHue = (colour: Colour) => colour !== 'black' && colour !== 'white' && colour !== 'grey'

export function applyColours(palette: Palette, brief: Brief): Palette {
  const { colours, places } = brief
  const hues = colours.filter(isHue)
  const [first, second] = hues
  const ofThings = [...brief.things.keys()].flatMap((thing) => brief.coloursOf[thing] ?? [])
  const named = [...ofThings, ...colours].map((colour) => paints[colour])
  const [firstAccent, ...otherAccents] = [...named, ...palette.accents]
  let result: Palette = { ...palette, accents: [firstAccent ?? palette.accents[0], ...otherAccents] }
  if (first) {
    const vegetation = places.has('meadow') || places.has('forest')
    if (vegetation && first === 'green') {
      const greener = towardsHue(hueOf('green'), 0.12, 0.5)
      result = { ...result, grass: greener(result.grass), foliage: greener(result.foliage) }
    } else {
      const muted = first === 'brown' ? 0.55 : 1
      // A blue sea turns the sky blue, but a field of lavender does not turn the whole sky lavender.
      const strength = vegetation || brief.things.has('flower') ? 0.45 : 0.78
      // With two colours named, the light takes the first and the shade the second.
      const inLight = towardsHue(hueOf(first), 0.13 * muted, strength)
      const inShade = towardsHue(hueOf(second ?? first), 0.11 * muted, strength)
      const { foliage, grass } = result
      const coloured = recolour(result, inLight, inShade)
      // Trees keep their own colours.
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

/** Bodies of water, which share one colour. */
const waters = ['water', 'sea', 'lake', 'river', 'waterfall'] as const

/** Applies the colours of parts: only the material of a part changes, at any time of day. */
export function applyPartColours(palette: Palette, brief: Brief): Palette {
  const { coloursOf } = brief
  let result = palette
  for (const part of ['forest', 'meadow', 'island', 'mountains', 'desert', 'leaves', 'snow'] as const) {
    const [colour] = coloursOf[part] ?? []
    if (!colour) continue
    const strong = paintedIn(colour)
    if (part === 'mountains') result = { ...result, rock: strong(result.rock) }
    else if (part === 'desert') result = { ...result, sand: strong(result.sand) }
    else if (part === 'leaves') result = { ...result, foliage: strong(mix(result.foliage, paints[colour], 0.55)) }
    else if (part === 'snow') result = colour === 'white' ? result : { ...result, snow: mix(result.snow, paints[colour], 0.45) }
    else result = { ...result, grass: strong(result.grass), foliage: strong(result.foliage) }
  }
  const [disc] = coloursOf[brief.time === 'night' ? 'moon' : 'sun'] ?? []
  if (disc) result = { ...result, sunDisc: mix(paints[disc], [255, 255, 255], 0.12), light: mix(result.light, paints[disc], 0.3) }
  const [beam] = coloursOf.light ?? []
  if (beam) result = { ...result, light: tinted(paints[beam], 0.7)(result.light), haze: tinted(paints[beam], 0.4)(result.haze) }
  return applyCloudColour(applySkyColours(applyWaterColour(result, brief), brief), brief)
}

const paintedIn = (colour: Colour): Recolour =>
  isHue(colour) ? towardsHue(hueOf(colour), 0.12, 0.85) : graded(colour === 'white' ? 0.5 : 0.7, 0.3, colour === 'white' ? 0.45 : 0)

/** Shares of a paint's lightness and chroma that remain in water. */
const waterLight: Record<TimeOfDay, readonly [lightness: number, chroma: number]> = {
  day: [0.86, 1],
  dawn: [0.82, 0.95],
  dusk: [0.74, 0.95],
  night: [0.52, 0.85],
}

/** Colours the water, which keeps its colour under any sky: reflections are seen through the dye. */
function applyWaterColour(palette: Palette, { coloursOf, time }: Brief): Palette {
  const colour = waters.map((water) => coloursOf[water]?.[0]).find((named) => named !== undefined)
  if (!colour) return palette
  const paint = toOklch(paints[colour])
  const [bright, strong] = waterLight[time]
  // Clear water is lighter than deep water of the same colour.
  const dye = { ...paint, lightness: paint.lightness * bright * (colour === 'blue' ? 0.82 : 1), chroma: paint.chroma * strong }
  return {
    ...palette,
    water: fromOklch(dye),
    dye,
    haze: mix(palette.haze, fromOklch({ ...dye, lightness: toOklch(palette.haze).lightness }), 0.12),
  }
}

/** Weight of the paint's lightness in the sky; low after dark, so that the sky glows faintly. */
const skyLight: Record<TimeOfDay, number> = { day: 0.6, dawn: 0.6, dusk: 0.55, night: 0.3 }

/** Colours the sky, in one colour or from a colour above to another at the horizon, and tints air, clouds and light. */
function applySkyColours(palette: Palette, { coloursOf, time, sky: cover, storm }: Brief): Palette {
  const [first, ...others] = coloursOf.sky ?? []
  // A blue sky by day needs no paint.
  if (!first || (first === 'blue' && others.length === 0 && time === 'day' && cover !== 'overcast' && !storm)) return palette
  const upper = paints[first]
  const lower = paints[others.at(-1) ?? first]
  const isPlain = others.length === 0
  const painted = (colour: Rgb, down: number, strength: number): Rgb => {
    const own = toOklch(colour)
    const paint = toOklch(mix(upper, lower, down))
    const aim = Math.min(0.96, paint.lightness * (isPlain ? 0.72 + 0.46 * down : 0.84 + 0.2 * down))
    const lightness = own.lightness + (aim - own.lightness) * skyLight[time] * strength
    const room = Math.min(1, 4.4 * lightness * (1 - lightness) + 0.12)
    return fromOklch({ lightness, chroma: paint.chroma * room * (isPlain ? 1 - 0.22 * down : 1), hue: paint.hue })
  }
  const steps = Math.max(1, palette.sky.length - 1)
  const closed = cover === 'overcast' || storm
  const share = closed ? 0.85 : 0.5
  return {
    ...palette,
    sky: palette.sky.map((colour, index) => mix(colour, painted(colour, index / steps, 1), 0.94)),
    haze: mix(palette.haze, painted(palette.haze, 0.9, 0.7), 0.75),
    light: mix(palette.light, painted(palette.light, 1, 0.3), 0.5),
    ambient: mix(palette.ambient, painted(palette.ambient, 0.2, 0.2), 0.45),
    cloudLit: mix(palette.cloudLit, painted(palette.cloudLit, 1, 0.35), share),
    cloudShade: mix(palette.cloudShade, painted(palette.cloudShade, 0.4, 0.4), share + 0.1),
    sunDisc: mix(palette.sunDisc, painted(palette.sunDisc, 1, 0.2), 0.3),
  }
}

function applyCloudColour(palette: Palette, { coloursOf }: Brief): Palette {
  const [colour] = coloursOf.clouds ?? []
  if (!colour || colour === 'white') return palette
  const paint = toOklch(paints[colour])
  const painted = (cloud: Rgb, share: number): Rgb => {
    const own = toOklch(cloud)
    const lightness = own.lightness + (paint.lightness - own.lightness) * share
    return mix(cloud, fromOklch({ lightness, chroma: Math.max(isHue(colour) ? 0.07 : 0, paint.chroma * 0.8), hue: paint.hue }), 0.85)
  }
  return { ...palette, cloudLit: painted(palette.cloudLit, 0.35), cloudShade: painted(palette.cloudShade, 0.25) }
}

export function applyTones(palette: Palette, { tones, moods, time, things }: Brief): Palette {
  let result = palette
  if (tones.has('pastel') || moods.has('dreamy')) result = recolour(result, graded(0.66, 0.66, 0.33), graded(0.66, 0.66, 0.33))
  if (tones.has('vivid') || moods.has('happy') || moods.has('playful')) result = recolour(result, graded(1, 1.3, 0), graded(1, 1.3, 0))
  // Small lights are visible only in a dim sky.
  if (time === 'dusk' && (things.has('lantern') || things.has('campfire') || things.has('firework')))
    result = recolour(result, graded(0.74, 1, 0), graded(0.7, 1, 0))
  if (moods.has('epic')) result = recolour(result, graded(1.02, 1.18, 0), graded(0.86, 1.15, 0))
  if (moods.has('sad')) result = recolour(result, graded(0.95, 0.55, 0), graded(0.95, 0.6, 0))
  if (tones.has('dark') || moods.has('dark') || moods.has('tense')) result = recolour(result, graded(0.76, 0.9, 0), graded(0.68, 0.9, 0))
  if (tones.has('warm') || moods.has('romantic')) result = recolour(result, tinted([255, 170, 80], 0.18), tinted([250, 150, 110], 0.14))
  if (tones.has('cold')) result = recolour(result, tinted([120, 180, 255], 0.2), tinted([80, 140, 230], 0.2))
  return result
}

/** Avoids excluded colours: similar ones lose chroma or shift their hue. */
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

/**
 * Gives every colour the hue and chroma that the reference picture has at its lightness, and adopts the picture's range of light and dark.
 */
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
