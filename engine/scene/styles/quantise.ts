import type { Random } from '../../random.ts'
import { fromOklch, toOklch } from '../colour.ts'
import type { Rgb } from '../colour.ts'

const samples = 3_000
const rounds = 7

/** The few colours that represent a picture best: k-means in OKLab, from dark to light. */
export function quantise(pixels: Uint8ClampedArray | Uint8Array, count: number, random: Random): Rgb[] {
  return clusters(pixels, count, random).map(({ colour }) => colour)
}

/** Like `quantise`, with the share of the picture that each colour represents. */
export function clusters(pixels: Uint8ClampedArray | Uint8Array, count: number, random: Random): { colour: Rgb; share: number }[] {
  const total = Math.floor(pixels.length / 4)
  const step = Math.max(1, Math.floor(total / samples))
  const points: [number, number, number][] = []
  for (let index = Math.floor(step / 2); index < total; index += step) {
    const at = index * 4
    const { lightness, chroma, hue } = toOklch([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0])
    points.push([lightness, chroma * Math.cos(hue) * 1.5, chroma * Math.sin(hue) * 1.5])
  }
  const first = points[Math.floor(random() * points.length)] ?? [0.5, 0, 0]
  const centres: [number, number, number][] = [first]
  const nearest = points.map((point) => distance(point, first))
  // Each further centre is the colour represented worst so far, so that small but strong colours are not lost.
  while (centres.length < count) {
    let worst = 0
    nearest.forEach((off, index) => {
      if (off > (nearest[worst] ?? 0)) worst = index
    })
    const centre = points[worst]
    if (!centre || (nearest[worst] ?? 0) < 1e-5) break
    centres.push([...centre])
    points.forEach((point, index) => {
      nearest[index] = Math.min(nearest[index] ?? 0, distance(point, centre))
    })
  }
  const sizes = new Float64Array(centres.length)
  for (let round = 0; round < rounds; round += 1) {
    const sums = centres.map((): [number, number, number] => [0, 0, 0])
    sizes.fill(0)
    for (const point of points) {
      let best = 0
      let least = Infinity
      centres.forEach((centre, index) => {
        const off = distance(point, centre)
        if (off >= least) return
        least = off
        best = index
      })
      const sum = sums[best] ?? [0, 0, 0]
      sum[0] += point[0]
      sum[1] += point[1]
      sum[2] += point[2]
      sizes[best] = (sizes[best] ?? 0) + 1
    }
    sums.forEach((sum, index) => {
      const size = sizes[index] ?? 0
      if (size > 0) centres[index] = [sum[0] / size, sum[1] / size, sum[2] / size]
    })
  }
  return centres
    .map(([lightness, a, b], index) => ({
      colour: fromOklch({ lightness, chroma: Math.hypot(a, b) / 1.5, hue: Math.atan2(b, a) }),
      lightness,
      share: (sizes[index] ?? 0) / Math.max(1, points.length),
    }))
    .toSorted((a, b) => a.lightness - b.lightness)
    .map(({ colour, share }) => ({ colour, share }))
}

const distance = (a: readonly [number, number, number], b: readonly [number, number, number]) =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2
