import { pick, randomFor } from '../random.ts'
import type { Brief, ColourWord, TimeOfDay } from './brief.ts'
import { fromOklch, hex, mix, multiply, scale, toOklch } from './colour.ts'
import type { Rgb } from './colour.ts'

export type Palette = {
  /** From the zenith down to the horizon. */
  sky: readonly Rgb[]
  /** Sunlight or moonlight. */
  light: Rgb
  /** What falls into the shade: sky light. */
  ambient: Rgb
  /** What distance fades into. */
  haze: Rgb
  sunDisc: Rgb
  cloudLit: Rgb
  cloudShade: Rgb
  /** Ground colours as in white light; `light` and `ambient` do the rest. */
  rock: Rgb
  earth: Rgb
  grass: Rgb
  sand: Rgb
  snow: Rgb
  foliage: Rgb
  water: Rgb
  /** The nearest silhouettes. */
  ink: Rgb
  /** Colours of flowers, sails, ribbons. */
  accents: readonly [Rgb, ...Rgb[]]
}

type Ramp = readonly [string, string, string, string, string]
type SkyChoice = { sky: Ramp; light: string; ambient: string }

/** Several skies for each time of day; the seed chooses. */
const skies: Record<TimeOfDay, readonly [SkyChoice, ...SkyChoice[]]> = {
  day: [
    { sky: ['#1f66b3', '#3f8ed2', '#77b6e4', '#b4dbf0', '#e3f1f4'], light: '#fff4dc', ambient: '#8fb2d6' },
    { sky: ['#2a7fb8', '#55a4d0', '#8fc9e0', '#c5e5e8', '#f2f3e4'], light: '#fff0d0', ambient: '#93bccb' },
    { sky: ['#3b5fae', '#6488cc', '#95b3e2', '#c8d8f0', '#f3ece6'], light: '#fff2e2', ambient: '#9aaed6' },
  ],
  sunset: [
    { sky: ['#232a5c', '#5a3f7d', '#b5527a', '#f08a5d', '#ffd08a'], light: '#ffb066', ambient: '#6a5a92' },
    { sky: ['#2b3a67', '#7a5c8c', '#d9776c', '#f9a65a', '#ffe2a0'], light: '#ffbf6e', ambient: '#7a6c94' },
    { sky: ['#3c1f4f', '#7d2a63', '#cf3f5a', '#f5754a', '#ffc46b'], light: '#ff9a58', ambient: '#71497c' },
    { sky: ['#1e3a5f', '#4a6a8a', '#a9889a', '#eda98a', '#ffdcae'], light: '#ffc48c', ambient: '#6f7c9c' },
  ],
  dawn: [
    { sky: ['#4a6596', '#7f93bd', '#bfaecb', '#f2bfb4', '#ffe6c4'], light: '#ffd3ac', ambient: '#8a95bc' },
    { sky: ['#3d5a80', '#7ea0be', '#b9cfd6', '#f3d9c6', '#fff0d8'], light: '#ffe2bd', ambient: '#90a8c0' },
    { sky: ['#5b5f97', '#9a86b4', '#d7a3b8', '#f8c3b0', '#fff0cf'], light: '#ffcfae', ambient: '#9a8db6' },
  ],
  night: [
    { sky: ['#050a1f', '#0b1738', '#142850', '#1f3f6b', '#35608a'], light: '#a9c4ee', ambient: '#1f3360' },
    { sky: ['#0a0820', '#171238', '#2a1f55', '#3f3473', '#5c5490'], light: '#bdb8f0', ambient: '#2c2860' },
    { sky: ['#04121c', '#0a2230', '#103848', '#1b5260', '#357a7e'], light: '#a8d8de', ambient: '#1a3f50' },
  ],
  overcast: [
    { sky: ['#4a5866', '#637280', '#808d98', '#a0abb1', '#c0c7c8'], light: '#d6dadb', ambient: '#8b98a4' },
    { sky: ['#3d4755', '#565f70', '#757c8c', '#989da6', '#bdbcbc'], light: '#d2cfcd', ambient: '#868a98' },
  ],
}

const degrees = (value: number) => (value * Math.PI) / 180
/** Hues in OKLCH. */
const hueOf: Partial<Record<ColourWord, number>> = {
  red: degrees(25),
  orange: degrees(55),
  gold: degrees(88),
  green: degrees(148),
  teal: degrees(195),
  blue: degrees(258),
  violet: degrees(302),
  pink: degrees(355),
  brown: degrees(55),
}

const autumnFoliage = ['#c8742a', '#b8492c', '#d49a32'] as const
const flowerSets: readonly [Rgb[], ...Rgb[][]] = [
  [hex('#e8553f'), hex('#f7c548'), hex('#f4f0e6')],
  [hex('#9b6fd1'), hex('#f2a7c8'), hex('#f7f1ff')],
  [hex('#f29f3d'), hex('#e86a92'), hex('#fff2b8')],
]

export function choosePalette(brief: Brief, seed: number): Palette {
  const random = randomFor(seed, 'palette')
  const choice = pick(random, skies[brief.time])
  const sky = choice.sky.map(hex)
  const horizon = sky.at(-1) ?? hex('#ffffff')
  const light = hex(choice.light)
  const ambient = hex(choice.ambient)
  const night = brief.time === 'night'
  const foliage = brief.autumn ? hex(pick(random, autumnFoliage)) : hex(pick(random, ['#365a36', '#2c4f42', '#465f36']))
  const [firstAccent, ...otherAccents] = pick(random, flowerSets)
  const palette: Palette = {
    sky,
    light,
    ambient,
    haze: mix(horizon, sky[2] ?? horizon, 0.35),
    sunDisc: night ? hex('#f2f4ff') : mix(light, [255, 255, 255], brief.time === 'sunset' ? 0.65 : 0.85),
    cloudLit: night ? mix(ambient, light, 0.35) : mix(light, [255, 255, 255], brief.time === 'day' ? 0.7 : 0.25),
    cloudShade: night ? mix(sky[1] ?? ambient, ambient, 0.5) : mix(sky[1] ?? ambient, ambient, 0.6),
    rock: hex(pick(random, ['#7d7672', '#6e7480', '#8a7765', '#757068'])),
    earth: hex(pick(random, ['#7a6a4c', '#6d6350'])),
    grass: brief.autumn ? hex('#9a8a45') : hex(pick(random, ['#6f8f3f', '#5f8c4a', '#86964a'])),
    sand: hex(pick(random, ['#d9a566', '#e0b67c', '#c98f5c'])),
    snow: hex('#f3f6fb'),
    foliage,
    water: night ? hex('#0a1c33') : hex(pick(random, ['#1d4e63', '#1c4a70', '#1f5a5c'])),
    ink: scale(multiply(mix(foliage, hex('#202833'), 0.75), mix(ambient, light, 0.2)), night ? 0.45 : 0.6),
    accents: [firstAccent ?? hex('#e8553f'), ...otherAccents],
  }
  const lit = night ? moonlit(palette) : palette
  const seen = brief.storm ? recolour(lit, withLightness(0.82), withLightness(0.74)) : lit
  return applyColourWords(seen, brief)
}

type Recolour = (colour: Rgb) => Rgb

/** By moonlight the eye sees hardly any colour. */
function moonlit(palette: Palette): Palette {
  const grey: Recolour = (colour) => {
    const parts = toOklch(colour)
    return fromOklch({ ...parts, lightness: Math.min(1, parts.lightness * 1.08), chroma: parts.chroma * 0.45 })
  }
  return { ...palette, grass: grey(palette.grass), foliage: grey(palette.foliage), earth: grey(palette.earth), sand: grey(palette.sand) }
}

function applyColourWords(palette: Palette, brief: Brief): Palette {
  const words = brief.colours
  const { settings } = brief
  const hues = words.flatMap((word) => hueOf[word] ?? [])
  const [firstHue, secondHue] = hues
  let result = palette
  if (firstHue !== undefined) {
    const vegetation = settings.has('meadow') || settings.has('forest')
    const muted = words.includes('brown') ? 0.55 : 1
    // The sky over a field of lavender is not lavender through and through; one over a blue sea is.
    const strength = vegetation ? 0.4 : 0.78
    // With two colours named, the light takes the first and the shade the second.
    const inLight = towardsHue(firstHue, 0.13 * muted, strength)
    const inShade = towardsHue(secondHue ?? firstHue, 0.11 * muted, strength)
    const accents: Palette['accents'] = [fromOklch({ lightness: 0.66, chroma: 0.19 * muted, hue: firstHue }), ...palette.accents]
    const greenPlants = vegetation && words.includes('green')
    result = greenPlants
      ? { ...palette, grass: towardsHue(firstHue, 0.12, 0.4)(palette.grass), foliage: towardsHue(firstHue, 0.09, 0.4)(palette.foliage) }
      : { ...recolour(palette, inLight, inShade), accents }
  }
  if (words.includes('monochrome')) result = recolour(result, withChroma(0.06), withChroma(0.06))
  if (words.includes('pastel')) result = recolour(result, pastel, pastel)
  if (words.includes('neon')) result = neonPalette(result)
  if (words.includes('bright')) result = recolour(result, withChroma(1.35), withChroma(1.3))
  if (words.includes('dark')) result = recolour(result, withLightness(0.78), withLightness(0.7))
  return result
}

/** Keeps a colour's lightness and gives it another hue; greys gain the colour, colours trade theirs. */
function towardsHue(hue: number, chroma: number, strength: number): Recolour {
  return (colour) => {
    const { lightness, chroma: own } = toOklch(colour)
    // Very light and very dark colours have no room for chroma.
    const room = Math.min(1, 4 * lightness * (1 - lightness) + 0.15)
    return mix(colour, fromOklch({ lightness, chroma: Math.max(own * 0.8, chroma) * room, hue }), strength)
  }
}

const withChroma =
  (factor: number): Recolour =>
  (colour) => {
    const parts = toOklch(colour)
    return fromOklch({ ...parts, chroma: Math.min(0.3, parts.chroma * factor) })
  }

const withLightness =
  (factor: number): Recolour =>
  (colour) => {
    const parts = toOklch(colour)
    return fromOklch({ ...parts, lightness: parts.lightness * factor })
  }

const pastel: Recolour = (colour) => {
  const parts = toOklch(colour)
  return fromOklch({ ...parts, lightness: 0.4 + 0.58 * parts.lightness, chroma: parts.chroma * 0.6 })
}

function recolour(palette: Palette, inLight: Recolour, inShade: Recolour): Palette {
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
    ink: inShade(palette.ink),
    accents: [inLight(firstAccent), ...otherAccents.map(inLight)],
  }
}

function neonPalette(palette: Palette): Palette {
  return {
    ...palette,
    sky: ['#0d0221', '#2a0845', '#6a0f6e', '#d61c8b', '#ff7ab8'].map(hex),
    light: hex('#ff5fc4'),
    ambient: hex('#2f2a86'),
    haze: hex('#9a2a96'),
    sunDisc: hex('#ffd36b'),
    cloudLit: hex('#ff6fc8'),
    cloudShade: hex('#3b1470'),
    water: hex('#14104a'),
    ink: hex('#0b0524'),
    accents: [hex('#19f0ff'), hex('#ff3fa4'), hex('#f9f871')],
  }
}
