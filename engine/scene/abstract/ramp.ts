import { between, pick } from '../../random.ts'
import { fromOklch, hex, mix, toOklch } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { paints } from '../paints.ts'
import type { Stage } from '../stage.ts'

/** Six matching colours, from dark to light. */
export type Ramp = readonly [Rgb, Rgb, Rgb, Rgb, Rgb, Rgb]

const curated: readonly [string, ...string[]] = [
  '#13213c #1f4e79 #2a9d8f #8ab17d #e9c46a #f6e7c1',
  '#1b1035 #4a1d6a #a02c7d #e8505b #f9a26c #ffe3c2',
  '#0b132b #1c2541 #3a506b #5bc0be #a8e6cf #f1faee',
  '#2b1a12 #6b2d1a #b5482a #e07a3f #f2b880 #fbeee0',
  '#0f2027 #203a43 #2c7873 #6fb98f #ffd800 #fff3b0',
  '#221f3b #3f3d7a #6c63b5 #a49be0 #f2b5d4 #fdeff4',
  '#1a1a2e #16213e #0f4c75 #3282b8 #bbe1fa #f5fbff',
  '#2d132c #801336 #c72c41 #ee4540 #f7b267 #fde8cd',
  '#10231c #1f4d3a #3f7d58 #8fb996 #e3c16f #f7ecd0',
  '#1d1d2b #43405d #7c6a8e #c08497 #f7af9d #fff0e0',
  '#06141b #253745 #4a5c6a #9ba8ab #ccd0cf #f2f4f3',
  '#240046 #5a189a #9d4edd #ff6d9a #ff9e6d #ffe0b5',
]

export function chooseRamp(stage: Stage): Ramp {
  const random = stage.familyRandom('abstract ramp')
  const { colours, tones, moods, time } = stage.brief
  const chosen = pick(random, curated).split(' ').map(hex)
  const own = colours.length > 0 ? named() : chosen
  const graded = own.map((colour) => {
    const parts = toOklch(colour)
    const pastel = tones.has('pastel') || moods.has('dreamy')
    const dark = tones.has('dark') || moods.has('dark') || time === 'night'
    return fromOklch({
      lightness: pastel ? 0.5 + 0.48 * parts.lightness : dark ? parts.lightness * 0.74 : parts.lightness,
      chroma: parts.chroma * (pastel ? 0.6 : tones.has('vivid') ? 1.3 : 1),
      hue: parts.hue,
    })
  })
  const [a = hex('#13213c'), b = a, c = b, d = c, e = d, f = e] = tones.has('warm')
    ? graded.map((colour) => mix(colour, [255, 170, 90], 0.14))
    : tones.has('cold')
      ? graded.map((colour) => mix(colour, [90, 160, 255], 0.14))
      : graded
  return [a, b, c, d, e, f]

  /** Shades of one colour, or of several colours in turn, from dark to light. */
  function named(): Rgb[] {
    const first = toOklch(paints[colours[0] ?? 'blue'])
    if (colours.length > 1) return several()
    const turn = between(random, -0.7, 0.7)
    const monochrome = colours.every((colour) => colour === 'black' || colour === 'white' || colour === 'grey')
    return Array.from({ length: 6 }, (_, index) => {
      const share = index / 5
      const lightness = 0.2 + 0.74 * share ** 0.9
      const room = Math.min(1, 4 * lightness * (1 - lightness) + 0.1)
      const chroma = monochrome ? 0.006 : Math.max(first.chroma, 0.09) * room
      return fromOklch({ lightness, chroma, hue: first.hue + turn * share })
    })
  }

  /** From dark to light; a darker shade precedes the darkest colour, and a lighter one follows the lightest. */
  function several(): Rgb[] {
    const sorted = colours.map((colour) => toOklch(paints[colour])).toSorted((a, b) => a.lightness - b.lightness)
    const darkest = sorted[0] ?? { lightness: 0.4, chroma: 0.1, hue: 0 }
    const lightest = sorted.at(-1) ?? darkest
    return [
      fromOklch({ ...darkest, lightness: 0.22, chroma: darkest.chroma * 0.6 }),
      fromOklch({ ...darkest, lightness: Math.max(0.36, darkest.lightness * 0.8) }),
      fromOklch(darkest),
      fromOklch(sorted[1] ?? lightest),
      fromOklch({ ...lightest, lightness: Math.min(0.86, lightest.lightness + 0.08) }),
      fromOklch({ ...lightest, lightness: 0.95, chroma: lightest.chroma * 0.3 }),
    ]
  }
}
