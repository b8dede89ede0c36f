import { between } from '../../../random.ts'
import { mix } from '../../colour.ts'
import { clamp01, createNoise, smoothstep } from '../../noise.ts'
import { drawPicture, enlarged } from '../../stage.ts'
import type { Picture, Stage } from '../../stage.ts'
import { drawTree } from '../../trees/forest.ts'
import type { Fall } from './falls.ts'

/** The upper edge of the cliff, which dips where the water leaves it and drops to one side. */
export function browLine(stage: Stage, brow: number, main: Fall): (x: number) => number {
  const noise = createNoise(stage.familyRandom('brow'))
  const { unit, width } = stage
  const slope = (stage.focus < 0.5 ? 1 : -1) * unit * 0.16
  return (x) => {
    const dip = Math.exp(-(((x - main.x) / (main.wide * 1.6)) ** 2)) * unit * 0.035
    const jagged = noise.fbm((x / unit) * 3.1, 1.7, stage.flat ? 2 : 5) * unit * 0.14
    return brow + jagged * (1 - 0.8 * Math.exp(-(((x - main.x) / (main.wide * 1.2)) ** 2))) + dip + slope * (x / width - 0.5)
  }
}

type CliffOptions = { edge(x: number): number; foot: number; falls: Fall[]; ledge: number }

/** A number from 0 to 1 that is constant for one facet of rock. */
function facet(a: number, b: number): number {
  const mixed = Math.imul(a * 374_761_393 + b * 668_265_263, 1_274_126_177)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296
}

/** A rock face in broken columns: each facet has one tone, with dark joints between them, wet beside the water and green on its ledges. */
export function cliffPicture(stage: Stage, { edge, foot, falls, ledge }: CliffOptions): Picture {
  const noise = createNoise(stage.random('cliff'))
  const { unit, width, margin, palette, brief, lightDirection } = stage
  const coarseness = stage.still ? Math.max(1, Math.round(unit / 800)) : 2
  const left = -margin
  const columns = Math.ceil((width + 2 * margin) / coarseness)
  let top = foot
  for (let column = 0; column < columns; column += 4) top = Math.min(top, edge(left + column * coarseness))
  top = Math.floor(top - 2)
  const rows = Math.ceil((foot + unit * 0.03 - top) / coarseness)
  const pixels = new Uint8ClampedArray(columns * rows * 4)
  const side = lightDirection[0] < 0 ? -1 : 1
  const rock = mix(palette.rock, [120, 104, 92], 0.25)
  const moss = mix(palette.foliage, palette.grass, 0.5)
  const dim = brief.time === 'night' ? 0.75 : 1
  const bare = brief.snowy || brief.season === 'winter'
  const relief = stage.plain ? null : reliefOf(stage, { left, top, columns, rows, coarseness })
  for (let column = 0; column < columns; column += 1) {
    if (column % 24 === 0) stage.checkpoint()
    const x = left + column * coarseness
    const brow = edge(x)
    const u = x / unit
    let wet = 0
    for (const fall of falls) wet = Math.max(wet, Math.exp(-(((x - fall.x) / (fall.wide * 1.1)) ** 2)))
    // Bulges and bays of the whole wall.
    const bay = noise.fbm(u * 1.6 + 3, 0.5, 2)
    for (let row = Math.max(0, Math.floor((brow - top) / coarseness)); row < rows; row += 1) {
      const y = top + row * coarseness
      const v = y / unit
      const wander = noise.at(u * 5, v * 4)
      const bend = wander * 0.22 + noise.at(u * 17, v * 11) * 0.07
      const across = u * (relief ? 9 : 13) + bend + (relief ? 1.5 : 0.5) * noise.at(u * 2.2, v * 1.4) + (relief ? wander * 0.5 : 0)
      const pillar = Math.floor(across)
      const inPillar = across - pillar
      const along = v * (4.5 + 4 * facet(pillar, 7)) + facet(pillar, 3) * 9 + bend * 0.8
      const block = Math.floor(along)
      const inBlock = along - block
      const tone = facet(pillar, block)
      // Each block shows two faces: one towards the light, one away from it.
      const split = 0.3 + 0.4 * facet(block, pillar)
      const turned = (inPillar < split ? -1 : 1) * side
      const joint = Math.min(inPillar, 1 - inPillar) * 9 < 0.5 + 0.5 * facet(pillar, block + 5) ? 0.5 : 1
      const lip = inBlock < 0.1 ? 0.34 : inBlock > 0.9 ? -0.26 : 0
      const shelf = !relief && Math.abs(y - ledge - bend * unit * 0.06) < unit * 0.011 ? 0.4 : 0
      const worn = relief ? slopeAt(relief, columns, column, row) : null
      let lit = worn
        ? 0.37 + 0.11 * turned + 0.2 * (tone - 0.5) + 0.2 * lip + side * worn.across * 1.1 + worn.down * 1.3 + 0.2 * bay + shelf * 0.5
        : 0.36 + 0.2 * turned + 0.3 * (tone - 0.5) + 0.3 * bay + lip + shelf
      if (stage.flat) lit = lit > 0.55 ? 0.75 : lit > 0.32 ? 0.48 : 0.26
      const down = clamp01((y - brow) / (foot - brow))
      const lush =
        0.35 +
        0.5 * noise.fbm(u * 3.4, v * 3.4, stage.flat ? 2 : 4) +
        0.34 * lip +
        (worn ? 0.9 * worn.down : 0) +
        0.3 * smoothstep(0.12, 0, down) +
        0.35 * (shelf > 0 ? 1 : 0)
      const green = bare ? 0 : smoothstep(0.4, stage.flat ? 0.44 : 0.62, lush) * (1 - wet * 0.75)
      const snow = brief.snowy
        ? smoothstep(0.2, 0.4, lip + (worn ? worn.down * 1.2 : 0) + shelf + 0.4 * smoothstep(0.06, 0, down)) * 0.95
        : 0
      const shade =
        (1 - 0.3 * down) *
        (1 - 0.4 * wet) *
        dim *
        (stage.flat ? 1 : (worn ? worn.open * (0.55 + 0.45 * joint) : joint) * (1 - green) + green)
      const leaf = stage.flat ? 1 : 0.8 + 0.4 * noise.at(u * 60, v * 60)
      const light = clamp01(lit)
      const at = (row * columns + column) * 4
      for (let channel = 0; channel < 3; channel += 1) {
        const stone = rock[channel] ?? 0
        const own = stone + ((moss[channel] ?? 0) * leaf - stone) * green * 0.9
        const snowed = own + (244 - own) * snow
        const bright = (((palette.light[channel] ?? 255) * light * 1.05 + (palette.ambient[channel] ?? 255) * 0.42) / 255) * shade
        pixels[at + channel] = snowed * bright + ((palette.haze[channel] ?? 0) - snowed * bright) * 0.1
      }
      pixels[at + 3] = 255 * clamp01((y - brow) / coarseness + 0.5)
    }
  }
  return enlarged(pixels, { columns, rows, coarseness }, { left, top })
}

type Grid = { left: number; top: number; columns: number; rows: number; coarseness: number }

/** How far the rock protrudes: buttresses and gullies from top to bottom, broken into steps. */
function reliefOf(stage: Stage, { left, top, columns, rows, coarseness }: Grid): Float32Array {
  const noise = createNoise(stage.random('cliff relief'))
  const relief = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    if (row % 24 === 0) stage.checkpoint()
    const v = (top + row * coarseness) / stage.unit
    for (let column = 0; column < columns; column += 1) {
      const u = (left + column * coarseness) / stage.unit
      const warp = noise.at(u * 4 + 9, v * 3) * 0.5
      const step = v * 6.5 + noise.at(u * 2.6, v * 1.3 + 4) * 1.5 + warp * 0.4
      const inStep = step - Math.floor(step)
      relief[row * columns + column] =
        0.8 * noise.fbm(u * 6.5 + warp, v * 2.4, 4) +
        0.3 * noise.ridged(u * 11 + warp + 3, v * 5, 3) +
        // A step juts out and recedes below.
        0.12 * smoothstep(0, 0.16, inStep) * (1 - inStep)
    }
  }
  return relief
}

/** The slope of the rock at a point, and how little the point lies in a crack, 0..1. */
function slopeAt(relief: Float32Array, columns: number, column: number, row: number): { across: number; down: number; open: number } {
  const at = row * columns + column
  const here = relief[at] ?? 0
  const right = relief[at + (column < columns - 2 ? 2 : 0)] ?? here
  const left = relief[at - (column > 1 ? 2 : 0)] ?? here
  const below = relief[at + columns * 2] ?? here
  const above = relief[at - columns * 2] ?? here
  const hollow = (left + right + above + below) / 4 - here
  return { across: right - left, down: below - above, open: 1 - 0.6 * smoothstep(0.02, 0.14, hollow) }
}

export function treesOnBrow(stage: Stage, edge: (x: number) => number): Picture {
  const random = stage.familyRandom('brow trees')
  const { unit, width, reach } = stage
  const sites = Array.from({ length: 46 }, () => ({
    x: between(random, -reach, width + reach),
    tall: unit * between(random, 0.07, 0.16),
    sink: random(),
  })).toSorted((a, b) => b.sink - a.sink)
  return drawPicture(stage, (g) => {
    for (const { x, tall, sink } of sites) {
      drawTree(g, stage, { x, y: edge(x) + tall * 0.12 - sink * tall * 0.1, tall, haze: 0.1 + 0.25 * sink }, random)
      stage.checkpoint()
    }
  })
}
