import type { Random } from '../random.ts'
import { toOklch } from './colour.ts'
import type { Rgb } from './colour.ts'
import { clusters } from './styles/quantise.ts'

/** The features taken from a reference picture: its colours and its rough composition. */
export type Reference = {
  /** Colours from dark to light, each with its share of the picture. */
  palette: readonly { colour: Rgb; share: number }[]
  /** Shares of the picture's height and width, 0..1; `horizon` is null without a visible one. */
  horizon: number | null
  brightest: { x: number; y: number }
}

const paletteSize = 9
/** Smallest OKLab distance between the rows above and below that counts as a horizon. */
const horizonStep = 0.09

export function readReference(picture: { rgba: Uint8Array; width: number; height: number }, random: Random): Reference {
  const palette = clusters(picture.rgba, paletteSize, random)
  return { palette, horizon: findHorizon(picture), brightest: findBrightest(picture) }
}

type Rows = { lightness: number; a: number; b: number }[]

/** The row where a picture differs most between above and below. */
function findHorizon({ rgba, width, height }: { rgba: Uint8Array; width: number; height: number }): number | null {
  const rows: Rows = Array.from({ length: height }, (_, y) => {
    let [lightness, a, b] = [0, 0, 0]
    const step = Math.max(1, Math.floor(width / 40))
    let count = 0
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 4
      const colour = toOklch([rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0])
      lightness += colour.lightness
      a += colour.chroma * Math.cos(colour.hue)
      b += colour.chroma * Math.sin(colour.hue)
      count += 1
    }
    return { lightness: lightness / count, a: a / count, b: b / count }
  })
  const reach = Math.max(1, Math.round(height * 0.14))
  const mean = (from: number, to: number) => {
    const part = rows.slice(Math.max(0, from), Math.min(height, to))
    const sum = part.reduce((total, row) => ({ lightness: total.lightness + row.lightness, a: total.a + row.a, b: total.b + row.b }), {
      lightness: 0,
      a: 0,
      b: 0,
    })
    const count = Math.max(1, part.length)
    return { lightness: sum.lightness / count, a: sum.a / count, b: sum.b / count }
  }
  let best = 0
  let found: number | null = null
  for (let y = Math.round(height * 0.22); y <= height * 0.82; y += 1) {
    const above = mean(y - reach, y)
    const below = mean(y, y + reach)
    const off = Math.hypot(above.lightness - below.lightness, (above.a - below.a) * 1.5, (above.b - below.b) * 1.5)
    if (off <= best) continue
    best = off
    found = y / height
  }
  return best >= horizonStep ? found : null
}

/** Finds the light: the brightest of coarse cells. */
function findBrightest({ rgba, width, height }: { rgba: Uint8Array; width: number; height: number }): { x: number; y: number } {
  const cells = 8
  let best = { x: 0.5, y: 0.3 }
  let most = -1
  for (let row = 0; row < cells; row += 1) {
    for (let column = 0; column < cells; column += 1) {
      let sum = 0
      let count = 0
      for (let y = Math.floor((row * height) / cells); y < ((row + 1) * height) / cells; y += 2) {
        for (let x = Math.floor((column * width) / cells); x < ((column + 1) * width) / cells; x += 2) {
          const at = (y * width + x) * 4
          sum += (rgba[at] ?? 0) * 0.3 + (rgba[at + 1] ?? 0) * 0.59 + (rgba[at + 2] ?? 0) * 0.11
          count += 1
        }
      }
      const light = sum / Math.max(1, count)
      if (light <= most) continue
      most = light
      best = { x: (column + 0.5) / cells, y: (row + 0.5) / cells }
    }
  }
  return best
}
