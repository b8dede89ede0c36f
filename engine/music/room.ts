import { inBlocks } from '../sound/blocks.ts'
import { sampleRate } from '../sound/pcm.ts'

/** Rooms, echoes and all sounds without highs are computed at half the sample rate, in half the time and without an audible difference. */
export const halfRate = sampleRate / 2

/** Lengths of the delay lines in samples at half the rate, left and right in turn. All are coprime. */
const sizes = [1031, 1151, 1277, 1399, 1523, 1657, 1789, 1931] as const
/** Length of the ring buffer, longer than any line; all lines share one buffer, interleaved. */
const ring = 2048
const ringMask = ring - 1
/** Samples upsampled per call. */
const block = 512

export type Ears = { left: Float32Array; right: Float32Array }

/**
 * Adds the sound of a room by eight delay lines that feed each other (a feedback delay network with a Householder matrix). All signals are
 * at half the rate; the sent signal is changed in place.
 */
export function addRoom(
  input: Float32Array,
  ears: Ears,
  { seconds, dull, level }: { seconds: number; /** How fast the highs decay, 0..1. */ dull: number; level: number },
): void {
  diffuse(input, 113, 0.6)
  diffuse(input, 337, 0.55)
  const room: Room = {
    lines: new Float64Array(ring * sizes.length),
    dulled: new Float64Array(sizes.length),
    gains: Float64Array.from(sizes, (size) => 10 ** ((-3 * size) / (halfRate * seconds))),
    dull,
    level,
  }
  inBlocks(input.length, (from, to) => addRoomBlock(input, ears, room, { from, to }))
}

/** The state of a room. Doubles, because single-precision feedback values would be converted in every cycle. */
type Room = {
  lines: Float64Array
  /** The last low-passed sample of each line. */
  dulled: Float64Array
  gains: Float64Array
  dull: number
  level: number
}

function addRoomBlock(input: Float32Array, { left, right }: Ears, room: Room, { from, to }: { from: number; to: number }): void {
  const { lines, dulled, dull, level } = room
  const keep = 1 - dull
  const [s0, s1, s2, s3, s4, s5, s6, s7] = sizes
  const [g0 = 0, g1 = 0, g2 = 0, g3 = 0, g4 = 0, g5 = 0, g6 = 0, g7 = 0] = room.gains
  let [d0 = 0, d1 = 0, d2 = 0, d3 = 0, d4 = 0, d5 = 0, d6 = 0, d7 = 0] = dulled
  // All lines are computed in one loop: each depends on its own last sample only, so the processor can interleave them.
  for (let index = from; index < to; index += 1) {
    d0 = dull * d0 + keep * (lines[((index - s0) & ringMask) * 8] ?? 0)
    d1 = dull * d1 + keep * (lines[((index - s1) & ringMask) * 8 + 1] ?? 0)
    d2 = dull * d2 + keep * (lines[((index - s2) & ringMask) * 8 + 2] ?? 0)
    d3 = dull * d3 + keep * (lines[((index - s3) & ringMask) * 8 + 3] ?? 0)
    d4 = dull * d4 + keep * (lines[((index - s4) & ringMask) * 8 + 4] ?? 0)
    d5 = dull * d5 + keep * (lines[((index - s5) & ringMask) * 8 + 5] ?? 0)
    d6 = dull * d6 + keep * (lines[((index - s6) & ringMask) * 8 + 6] ?? 0)
    d7 = dull * d7 + keep * (lines[((index - s7) & ringMask) * 8 + 7] ?? 0)
    const v0 = d0 * g0
    const v1 = d1 * g1
    const v2 = d2 * g2
    const v3 = d3 * g3
    const v4 = d4 * g4
    const v5 = d5 * g5
    const v6 = d6 * g6
    const v7 = d7 * g7
    const given = (input[index] ?? 0) - 0.25 * (v0 + v1 + (v2 + v3) + (v4 + v5 + (v6 + v7)))
    const at = (index & ringMask) * 8
    lines[at] = given + v0
    lines[at + 1] = given + v1
    lines[at + 2] = given + v2
    lines[at + 3] = given + v3
    lines[at + 4] = given + v4
    lines[at + 5] = given + v5
    lines[at + 6] = given + v6
    lines[at + 7] = given + v7
    left[index] = (left[index] ?? 0) + level * (v0 - v2 + (v4 - v6))
    right[index] = (right[index] ?? 0) + level * (v1 - v3 + (v5 - v7))
  }
  dulled[0] = d0
  dulled[1] = d1
  dulled[2] = d2
  dulled[3] = d3
  dulled[4] = d4
  dulled[5] = d5
  dulled[6] = d6
  dulled[7] = d7
}

/** Smears a click with an all-pass filter, in place. */
function diffuse(samples: Float32Array, delay: number, gain: number): void {
  const line = new Float64Array(delay)
  inBlocks(samples.length, (from, to) => diffuseBlock(samples, line, gain, { from, to }))
}

function diffuseBlock(samples: Float32Array, line: Float64Array, gain: number, { from, to }: { from: number; to: number }): void {
  const delay = line.length
  let at = from % delay
  for (let index = from; index < to; index += 1) {
    const past = line[at] ?? 0
    const value = (samples[index] ?? 0) + gain * past
    line[at] = value
    samples[index] = past - gain * value
    at = at + 1 === delay ? 0 : at + 1
  }
}

/** Samples on either side in the windowed sinc that interpolates half-way between two samples. */
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
  // Silence pads both sides.
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
 * Adds noise (or nearly noise) at half the rate, linearly interpolated. Interpolation mirrors the highs into the upper half of the
 * spectrum, where they are noise too and sound as airy as computed noise.
 */
export function addNoise(out: Float32Array, half: Float32Array, gain: number): void {
  const count = out.length >> 1
  inBlocks(count, (from, to) => addNoiseBlock(out, half, gain, { from, to }))
  if (out.length % 2 === 1) out[2 * count] = (out[2 * count] ?? 0) + gain * (half[Math.min(count, half.length - 1)] ?? 0)
}

function addNoiseBlock(out: Float32Array, half: Float32Array, gain: number, { from, to }: { from: number; to: number }): void {
  const last = half.length - 1
  let before = from > 0 ? (half[from - 1] ?? 0) : 0
  let here = half[Math.min(from, last)] ?? 0
  let following = half[Math.min(from + 1, last)] ?? 0
  for (let index = from; index < to; index += 1) {
    const after = half[index + 2 <= last ? index + 2 : last] ?? 0
    out[2 * index] = (out[2 * index] ?? 0) + gain * here
    out[2 * index + 1] = (out[2 * index + 1] ?? 0) + gain * (0.5625 * (here + following) - 0.0625 * (before + after))
    before = here
    here = following
    following = after
  }
}

/** A ping-pong echo at half the rate; each repeat is duller than the last. */
export function addEcho(send: Float32Array, ears: Ears, seconds: number): void {
  const delay = Math.max(1, Math.round(seconds * halfRate))
  const echo: Echo = { close: new Float64Array(delay), distant: new Float64Array(delay), dulled: new Float64Array(2) }
  inBlocks(send.length, (from, to) => addEchoBlock(send, ears, echo, { from, to }))
}

type Echo = { close: Float64Array; distant: Float64Array; /** The last low-passed sample of each side. */ dulled: Float64Array }

function addEchoBlock(send: Float32Array, { left, right }: Ears, echo: Echo, { from, to }: { from: number; to: number }): void {
  const { close, distant, dulled } = echo
  const delay = close.length
  let [dullClose = 0, dullDistant = 0] = dulled
  let at = from % delay
  for (let index = from; index < to; index += 1) {
    dullClose += 0.58 * ((close[at] ?? 0) - dullClose)
    dullDistant += 0.58 * ((distant[at] ?? 0) - dullDistant)
    close[at] = (send[index] ?? 0) + 0.42 * dullDistant
    distant[at] = 0.62 * dullClose
    left[index] = (left[index] ?? 0) + dullClose
    right[index] = (right[index] ?? 0) + dullDistant
    at = at + 1 === delay ? 0 : at + 1
  }
  dulled[0] = dullClose
  dulled[1] = dullDistant
}
