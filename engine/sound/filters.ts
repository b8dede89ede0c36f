import { inBlocks } from './blocks.ts'

/** Second-order filters after the Audio EQ Cookbook (R. Bristow-Johnson); each has its own state. */
export type Filter = { b0: number; b1: number; b2: number; a1: number; a2: number; z1: number; z2: number }

type Shape = { rate: number; frequency: number; /** Bandwidth; 0.7 is wide and flat. */ q?: number }

const tau = 2 * Math.PI

function filter(b0: number, b1: number, b2: number, a0: number, a1: number, a2: number): Filter {
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0, z1: 0, z2: 0 }
}

function angles({ rate, frequency, q = Math.SQRT1_2 }: Shape) {
  const omega = (tau * Math.min(frequency, rate * 0.49)) / rate
  return { cos: Math.cos(omega), alpha: Math.sin(omega) / (2 * q) }
}

export function lowPass(shape: Shape): Filter {
  const { cos, alpha } = angles(shape)
  return filter((1 - cos) / 2, 1 - cos, (1 - cos) / 2, 1 + alpha, -2 * cos, 1 - alpha)
}

export function highPass(shape: Shape): Filter {
  const { cos, alpha } = angles(shape)
  return filter((1 + cos) / 2, -(1 + cos), (1 + cos) / 2, 1 + alpha, -2 * cos, 1 - alpha)
}

export function bandPass(shape: Shape): Filter {
  const { cos, alpha } = angles(shape)
  return filter(alpha, 0, -alpha, 1 + alpha, -2 * cos, 1 - alpha)
}

export function allPass(shape: Shape): Filter {
  const { cos, alpha } = angles(shape)
  return filter(1 - alpha, -2 * cos, 1 + alpha, 1 + alpha, -2 * cos, 1 - alpha)
}

/** Raises or lowers a band around a frequency. */
export function peak(shape: Shape & { decibels: number }): Filter {
  const { cos, alpha } = angles(shape)
  const gain = 10 ** (shape.decibels / 40)
  return filter(1 + alpha * gain, -2 * cos, 1 - alpha * gain, 1 + alpha / gain, -2 * cos, 1 - alpha / gain)
}

export function lowShelf(shape: Shape & { decibels: number }): Filter {
  const { cos, alpha } = angles(shape)
  const a = 10 ** (shape.decibels / 40)
  const beta = 2 * Math.sqrt(a) * alpha
  return filter(
    a * (a + 1 - (a - 1) * cos + beta),
    2 * a * (a - 1 - (a + 1) * cos),
    a * (a + 1 - (a - 1) * cos - beta),
    a + 1 + (a - 1) * cos + beta,
    -2 * (a - 1 + (a + 1) * cos),
    a + 1 + (a - 1) * cos - beta,
  )
}

export function highShelf(shape: Shape & { decibels: number }): Filter {
  const { cos, alpha } = angles(shape)
  const a = 10 ** (shape.decibels / 40)
  const beta = 2 * Math.sqrt(a) * alpha
  return filter(
    a * (a + 1 + (a - 1) * cos + beta),
    -2 * a * (a - 1 + (a + 1) * cos),
    a * (a + 1 + (a - 1) * cos - beta),
    a + 1 - (a - 1) * cos + beta,
    2 * (a - 1 - (a + 1) * cos),
    a + 1 - (a - 1) * cos - beta,
  )
}

/** Filters in place; the state carries over to the next stretch of the same sound. */
export function applyFilter(found: Filter, samples: Float32Array): void {
  inBlocks(samples.length, (from, to) => filterBlock(found, samples, from, to))
  settle(found)
}

function filterBlock(found: Filter, samples: Float32Array, from: number, to: number): void {
  const { b0, b1, b2, a1, a2 } = found
  let { z1, z2 } = found
  for (let index = from; index < to; index += 1) {
    const input = samples[index] ?? 0
    const output = b0 * input + z1
    // This order shortens the dependency chain to the next sample by one addition.
    z1 = b1 * input + z2 - a1 * output
    z2 = b2 * input - a2 * output
    samples[index] = output
  }
  found.z1 = z1
  found.z2 = z2
}

/** Applies several filters in pairs: the processor computes the second while the first waits for its last result. */
export function applyFilters(filters: Filter[], samples: Float32Array): void {
  for (let index = 0; index < filters.length; index += 2) {
    const first = filters[index]
    const second = filters[index + 1]
    if (!first) continue
    if (!second) {
      applyFilter(first, samples)
      continue
    }
    inBlocks(samples.length, (from, to) => filterBlockTwice(first, second, samples, { from, to }))
    settle(first)
    settle(second)
  }
}

/** Applies the same filter to both sides of a sound. */
export function applyToBoth(shape: Filter, left: Float32Array, right: Float32Array): void {
  const leftFilter = { ...shape }
  const rightFilter = { ...shape }
  inBlocks(left.length, (from, to) => filterBothBlocks(leftFilter, rightFilter, { left, right, from, to }))
}

/** Applies two filters of one shape block by block. */
function filterBothBlocks(
  leftFilter: Filter,
  rightFilter: Filter,
  { left, right, from, to }: { left: Float32Array; right: Float32Array; from: number; to: number },
): void {
  const { b0, b1, b2, a1, a2 } = leftFilter
  let { z1: l1, z2: l2 } = leftFilter
  let { z1: r1, z2: r2 } = rightFilter
  for (let index = from; index < to; index += 1) {
    const leftIn = left[index] ?? 0
    const rightIn = right[index] ?? 0
    const leftOut = b0 * leftIn + l1
    const rightOut = b0 * rightIn + r1
    l1 = b1 * leftIn + l2 - a1 * leftOut
    r1 = b1 * rightIn + r2 - a1 * rightOut
    l2 = b2 * leftIn - a2 * leftOut
    r2 = b2 * rightIn - a2 * rightOut
    left[index] = leftOut
    right[index] = rightOut
  }
  leftFilter.z1 = l1
  leftFilter.z2 = l2
  rightFilter.z1 = r1
  rightFilter.z2 = r2
}

function filterBlockTwice(first: Filter, second: Filter, samples: Float32Array, { from, to }: { from: number; to: number }): void {
  const { b0, b1, b2, a1, a2 } = first
  const { b0: d0, b1: d1, b2: d2, a1: c1, a2: c2 } = second
  let { z1, z2 } = first
  let { z1: y1, z2: y2 } = second
  for (let index = from; index < to; index += 1) {
    const input = samples[index] ?? 0
    const between = b0 * input + z1
    z1 = b1 * input + z2 - a1 * between
    z2 = b2 * input - a2 * between
    const output = d0 * between + y1
    y1 = d1 * between + y2 - c1 * output
    y2 = d2 * between - c2 * output
    samples[index] = output
  }
  first.z1 = z1
  first.z2 = z2
  second.z1 = y1
  second.z2 = y2
}

/** Clears denormal numbers, which slow the processor down. */
function settle(filter: Filter): void {
  if (Math.abs(filter.z1) < 1e-20) filter.z1 = 0
  if (Math.abs(filter.z2) < 1e-20) filter.z2 = 0
}
