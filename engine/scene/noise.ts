import type { Random } from '../random.ts'

/** Smooth random fields over the plane; one lattice cell is one unit. */
export type Noise = {
  /** Gradient noise, about -1..1. */
  at(x: number, y: number): number
  /** Sum of octaves, each twice as fine and half as strong, about -1..1. */
  fbm(x: number, y: number, octaves: number): number
  /** Sharp crests between round valleys, 0..1. */
  ridged(x: number, y: number, octaves: number): number
  /** Ground as eroded by water, about 0..1.6: fine detail on gentle slopes, smooth where it is steep. */
  eroded(x: number, y: number, octaves: number): number
}

const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)

export const createNoise = (random: Random): Noise => new LatticeNoise(random)

/** A class, because its compiled code outlives the picture; the code of closures is discarded with it. */
class LatticeNoise implements Noise {
  readonly order = new Uint8Array(512)
  readonly values: Float64Array
  readonly gradientX: Float64Array
  readonly gradientY: Float64Array

  constructor(random: Random) {
    const { order } = this
    const drawnValues = new Float32Array(256)
    const drawnX = new Float32Array(256)
    const drawnY = new Float32Array(256)
    for (let index = 0; index < 256; index += 1) {
      order[index] = index
      drawnValues[index] = random()
      const angle = random() * 2 * Math.PI
      drawnX[index] = Math.cos(angle)
      drawnY[index] = Math.sin(angle)
    }
    for (let index = 255; index > 0; index -= 1) {
      const other = Math.floor(random() * (index + 1))
      const kept = order[index] ?? 0
      order[index] = order[other] ?? 0
      order[other] = kept
    }
    order.copyWithin(256, 0, 256)
    // In the order of lookup, and in doubles: pictures need tens of millions of values.
    const inOrder = (drawn: Float32Array) => Float64Array.from(order, (hashed) => drawn[hashed] ?? 0)
    this.values = inOrder(drawnValues)
    this.gradientX = inOrder(drawnX)
    this.gradientY = inOrder(drawnY)
  }

  at(x: number, y: number): number {
    const { order, gradientX, gradientY } = this
    const cellX = Math.floor(x)
    const cellY = Math.floor(y)
    const dx = x - cellX
    const dy = y - cellY
    const u = fade(dx)
    const v = fade(dy)
    const upper = cellY & 255
    const lower = (upper + 1) & 255
    const left = order[cellX & 255] ?? 0
    const right = order[(cellX & 255) + 1] ?? 0
    const topLeft = (gradientX[left + upper] ?? 0) * dx + (gradientY[left + upper] ?? 0) * dy
    const topRight = (gradientX[right + upper] ?? 0) * (dx - 1) + (gradientY[right + upper] ?? 0) * dy
    const bottomLeft = (gradientX[left + lower] ?? 0) * dx + (gradientY[left + lower] ?? 0) * (dy - 1)
    const bottomRight = (gradientX[right + lower] ?? 0) * (dx - 1) + (gradientY[right + lower] ?? 0) * (dy - 1)
    const top = topLeft + u * (topRight - topLeft)
    const bottom = bottomLeft + u * (bottomRight - bottomLeft)
    return 1.5 * (top + v * (bottom - top))
  }

  fbm(x: number, y: number, octaves: number): number {
    let sum = 0
    let amplitude = 0.5
    for (let octave = 0; octave < octaves; octave += 1) {
      sum += amplitude * this.at(x, y)
      amplitude *= 0.5
      // Each octave is turned (3-4-5 triangle) and doubled, so that lattices never line up.
      const turned = 1.6 * x - 1.2 * y + 17.3
      y = 1.2 * x + 1.6 * y - 9.1
      x = turned
    }
    return sum
  }

  ridged(x: number, y: number, octaves: number): number {
    let sum = 0
    let amplitude = 0.5
    let weight = 1
    for (let octave = 0; octave < octaves; octave += 1) {
      const crest = 1 - Math.abs(this.at(x, y))
      const value = crest * crest * weight
      sum += amplitude * value
      weight = Math.min(1, value * 1.8)
      amplitude *= 0.5
      const turned = 1.6 * x - 1.2 * y + 5.7
      y = 1.2 * x + 1.6 * y + 31.9
      x = turned
    }
    return sum
  }

  // Value noise with its slope; an octave counts for less where the octaves before it are steep (after Inigo Quilez).
  eroded(x: number, y: number, octaves: number): number {
    const { order, values } = this
    let sum = 0
    let amplitude = 1
    let slopeX = 0
    let slopeY = 0
    for (let octave = 0; octave < octaves; octave += 1) {
      const cellX = Math.floor(x)
      const cellY = Math.floor(y)
      const dx = x - cellX
      const dy = y - cellY
      const u = fade(dx)
      const v = fade(dy)
      const upper = cellY & 255
      const lower = (upper + 1) & 255
      const left = order[cellX & 255] ?? 0
      const right = order[(cellX & 255) + 1] ?? 0
      const a = values[left + upper] ?? 0
      const b = values[right + upper] ?? 0
      const c = values[left + lower] ?? 0
      const d = values[right + lower] ?? 0
      const twist = a - b - c + d
      const slopeOfFadeX = 30 * dx * dx * (dx * (dx - 2) + 1)
      const slopeOfFadeY = 30 * dy * dy * (dy * (dy - 2) + 1)
      slopeX += slopeOfFadeX * (b - a + twist * v)
      slopeY += slopeOfFadeY * (c - a + twist * u)
      const value = a + (b - a) * u + (c - a) * v + twist * u * v
      sum += (amplitude * value) / (1 + slopeX * slopeX + slopeY * slopeY)
      amplitude *= 0.5
      const turned = 1.6 * x - 1.2 * y
      y = 1.2 * x + 1.6 * y
      x = turned
    }
    return sum
  }
}

export const clamp01 = (value: number) => (value < 0 ? 0 : value > 1 ? 1 : value)

export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp01((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}
