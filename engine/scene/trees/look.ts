import { between } from '../../random.ts'
import type { Random } from '../../random.ts'
import { mix, multiply, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { paints } from '../paints.ts'
import type { Trees } from '../brief.ts'
import type { Stage } from '../stage.ts'

/** Colours of a tree: shade, lit leaves and bark, and the amount of snow on it. */
export type TreeLook = { shade: Rgb; middle: Rgb; lit: Rgb; bark: Rgb; snow: number; lightSide: -1 | 1; bare: boolean }

const autumnTurns: readonly Rgb[] = [
  [214, 160, 50],
  [176, 66, 40],
  [206, 108, 40],
  [150, 140, 60],
]

/** The slightly varied look of one tree. `near` trees are seen from their shaded side. */
export function treeLook(stage: Stage, random: Random, options: { haze?: number; near?: boolean; kind?: Trees } = {}): TreeLook {
  const { palette, brief } = stage
  const kind = options.kind ?? brief.trees
  const evergreen = kind === 'pine' || kind === 'palm'
  const tone = between(random, 0.82, 1.14)
  const turned = autumnTurns[Math.floor(random() * autumnTurns.length)] ?? palette.foliage
  const [own] = brief.coloursOf.leaves ?? []
  const turn = own ? paints[own] : turned
  const share = random()
  const foliage =
    brief.season === 'autumn' && !evergreen
      ? mix(palette.foliage, turn, share * 0.75)
      : mix(palette.foliage, kind === 'birch' ? mix(palette.grass, [200, 200, 90], 0.3) : palette.grass, share * (evergreen ? 0.25 : 0.6))
  const night = brief.time === 'night'
  const haze = options.haze ?? 0
  const dim = options.near ? (night ? 0.5 : stage.sun.visible ? 0.62 : 0.85) : night ? 0.75 : 1
  const through = (colour: Rgb) => mix(scale(colour, dim), palette.haze, haze)
  const bark = kind === 'birch' ? ([226, 222, 212] as const) : kind === 'palm' ? ([134, 108, 80] as const) : ([92, 74, 62] as const)
  return {
    shade: through(multiply(scale(foliage, 0.66 * tone), mix(palette.ambient, palette.light, 0.14))),
    middle: through(multiply(scale(foliage, 1.05 * tone), mix(palette.ambient, palette.light, 0.5))),
    lit: through(multiply(scale(mix(foliage, [250, 235, 140], 0.16), 1.45 * tone), mix(palette.ambient, palette.light, 0.85))),
    bark: through(multiply(bark, mix(palette.ambient, palette.light, 0.42))),
    snow: brief.snowy ? (1 - haze * 0.7) * (night ? 0.45 : 0.9) : 0,
    lightSide: stage.lightDirection[0] < 0 ? -1 : 1,
    bare: brief.season === 'winter' && !evergreen,
  }
}
