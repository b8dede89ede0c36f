import { sampleRate } from '../pcm.ts'

/** Rooms, echoes and all sounds without highs are computed at half the rate: it takes half the time, and nobody hears it. */
export const halfRate = sampleRate / 2

/** Pairs of delay lines, one for each ear, in samples at half the rate; none has a divisor in common with another. */
const linePairs = [
  [1031, 1151],
  [1277, 1399],
  [1523, 1657],
  [1789, 1931],
] as const
/** Shorter than the shortest line, so that a whole block can be read before any of it is written. */
const block = 512
/** The lines lie in rings, which are longer than any of them. */
const ring = 2048
const ringMask = ring - 1

export type Ears = { left: Float32Array; right: Float32Array }
/** In doubles: what goes round and round need not be converted each time. */
type Line = { size: number; gain: number; samples: Float64Array; damped: number; out: Float64Array }

/**
 * Adds the sound of a room: eight delay lines that feed each other (a feedback delay network with a Householder matrix). All is at
 * half the rate; what is sent to the room is changed.
 */
export function addRoom(
  input: Float32Array,
  { left, right }: Ears,
  { seconds, dull, level }: { seconds: number; /** How fast the highs go, 0..1. */ dull: number; level: number },
): void {
  diffuse(input, 113, 0.6)
  diffuse(input, 337, 0.55)
  const line = (size: number): Line => ({
    size,
    gain: 10 ** ((-3 * size) / (halfRate * seconds)),
    samples: new Float64Array(ring),
    damped: 0,
    out: new Float64Array(block),
  })
  const pairs = linePairs.map(([first, second]) => [line(first), line(second)] as const)
  const sum = new Float64Array(block)
  for (let start = 0; start < input.length; start += block) {
    const count = Math.min(block, input.length - start)
    sum.fill(0)
    for (const [first, second] of pairs) readPair(first, second, sum, { start, count, keep: 1 - dull })
    for (let index = 0; index < count; index += 1) sum[index] = (input[start + index] ?? 0) - 0.25 * (sum[index] ?? 0)
    pairs.forEach(([first, second], number) => {
      const gain = number % 2 === 0 ? level : -level
      writeLine(first, sum, left, { start, count, gain })
      writeLine(second, sum, right, { start, count, gain })
    })
  }
}

/** What comes out of two lines, and their sum. Two at once: each waits for its own last sample. */
function readPair(
  first: Line,
  second: Line,
  sum: Float64Array,
  { start, count, keep }: { start: number; count: number; keep: number },
): void {
  const { samples: a, out: outA, gain: gainA } = first
  const { samples: b, out: outB, gain: gainB } = second
  const fromA = start - first.size + ring
  const fromB = start - second.size + ring
  let dampedA = first.damped
  let dampedB = second.damped
  for (let index = 0; index < count; index += 1) {
    dampedA += keep * ((a[(fromA + index) & ringMask] ?? 0) - dampedA)
    dampedB += keep * ((b[(fromB + index) & ringMask] ?? 0) - dampedB)
    const valueA = dampedA * gainA
    const valueB = dampedB * gainB
    outA[index] = valueA
    outB[index] = valueB
    sum[index] = (sum[index] ?? 0) + valueA + valueB
  }
  first.damped = dampedA
  second.damped = dampedB
}

/** Hands a line's sound to an ear, and gives the line what it carries on. */
function writeLine(
  { samples, out }: Line,
  given: Float64Array,
  ear: Float32Array,
  { start, count, gain }: { start: number; count: number; gain: number },
): void {
  for (let index = 0; index < count; index += 1) {
    const value = out[index] ?? 0
    const at = start + index
    ear[at] = (ear[at] ?? 0) + gain * value
    samples[at & ringMask] = (given[index] ?? 0) + value
  }
}

/** An all-pass that smears a click, in place. */
function diffuse(samples: Float32Array, delay: number, gain: number): void {
  const line = new Float64Array(delay)
  let at = 0
  for (let index = 0; index < samples.length; index += 1) {
    const past = line[at] ?? 0
    const value = (samples[index] ?? 0) + gain * past
    line[at] = value
    samples[index] = past - gain * value
    at = at + 1 === delay ? 0 : at + 1
  }
}

/** A point half-way between two samples, from four on either side: a windowed sinc. */
const reach = 4
const [near, next, far, farthest] = halfwayWeights()

function halfwayWeights(): [number, number, number, number] {
  const weight = (step: number) => {
    const distance = step + 0.5
    return ((-1) ** step / (Math.PI * distance)) * Math.cos((Math.PI * distance) / (2 * reach + 1)) ** 2
  }
  const weights = [weight(0), weight(1), weight(2), weight(3)] as const
  const scale = 0.5 / weights.reduce((sum, value) => sum + value, 0)
  return [weights[0] * scale, weights[1] * scale, weights[2] * scale, weights[3] * scale]
}

/** Adds a sound at half the rate to one at the full rate. */
export function addHalfRate(out: Float32Array, half: Float32Array, gain: number): void {
  // Silence on both sides stands for what is not there.
  const samples = new Float64Array(block + 2 * reach)
  for (let start = 0; start < half.length; start += block) {
    const count = Math.min(block, half.length - start)
    const before = Math.min(reach, start)
    samples.fill(0)
    samples.set(half.subarray(start - before, start + count + reach), reach - before)
    addDoubled(out, samples, { start, count: Math.min(count, (out.length - 2 * start) >> 1), gain })
  }
  if (out.length % 2 === 1) out[out.length - 1] = (out[out.length - 1] ?? 0) + gain * (half[out.length >> 1] ?? 0)
}

function addDoubled(
  out: Float32Array,
  samples: Float64Array,
  { start, count, gain }: { start: number; count: number; gain: number },
): void {
  for (let index = 0; index < count; index += 1) {
    const at = index + reach
    const here = samples[at] ?? 0
    const halfway =
      near * (here + (samples[at + 1] ?? 0)) +
      next * ((samples[at - 1] ?? 0) + (samples[at + 2] ?? 0)) +
      far * ((samples[at - 2] ?? 0) + (samples[at + 3] ?? 0)) +
      farthest * ((samples[at - 3] ?? 0) + (samples[at + 4] ?? 0))
    const to = 2 * (start + index)
    out[to] = (out[to] ?? 0) + gain * here
    out[to + 1] = (out[to + 1] ?? 0) + gain * halfway
  }
}

/**
 * Adds noise at half the rate, or what is all but noise, with a smooth line through its samples: what of the highs that mirrors into
 * the upper half of the spectrum is noise as well, as airy as what was never computed.
 */
export function addNoise(out: Float32Array, half: Float32Array, gain: number): void {
  const count = out.length >> 1
  const last = half.length - 1
  let before = 0
  let here = half[0] ?? 0
  let following = half[Math.min(1, last)] ?? 0
  for (let index = 0; index < count; index += 1) {
    const after = half[index + 2 <= last ? index + 2 : last] ?? 0
    out[2 * index] = (out[2 * index] ?? 0) + gain * here
    out[2 * index + 1] = (out[2 * index + 1] ?? 0) + gain * (0.5625 * (here + following) - 0.0625 * (before + after))
    before = here
    here = following
    following = after
  }
  if (out.length % 2 === 1) out[2 * count] = (out[2 * count] ?? 0) + gain * here
}

/** Echoes that go from side to side, each duller than the one before; all at half the rate. */
export function addEcho(send: Float32Array, { left, right }: Ears, seconds: number): void {
  const delay = Math.max(1, Math.round(seconds * halfRate))
  const close = new Float64Array(delay)
  const distant = new Float64Array(delay)
  let at = 0
  let dullClose = 0
  let dullDistant = 0
  for (let index = 0; index < send.length; index += 1) {
    dullClose += 0.58 * ((close[at] ?? 0) - dullClose)
    dullDistant += 0.58 * ((distant[at] ?? 0) - dullDistant)
    close[at] = (send[index] ?? 0) + 0.42 * dullDistant
    distant[at] = 0.62 * dullClose
    left[index] = (left[index] ?? 0) + dullClose
    right[index] = (right[index] ?? 0) + dullDistant
    at = at + 1 === delay ? 0 : at + 1
  }
}
