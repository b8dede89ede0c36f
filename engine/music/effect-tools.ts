import { inBlocks } from '../sound/blocks.ts'
import { between, createRandom } from '../random.ts'
import type { Random } from '../random.ts'
import { halfRate as rate } from './room.ts'

/** All effects are synthesized at half the sample rate: natural and urban sounds have little but noise above 10 kHz. */
export type Stereo = [Float32Array, Float32Array]

/** Scales noise so that each band is as loud as noise from -1 to 1 at the full rate. */
export const noiseOf = (random: Random) => (random() * 2 - 1) * Math.SQRT1_2

/** Precomputed white noise: drawing each sample would take longer than the rest of the synthesis. */
export const noiseLength = 2 ** 15
export const blockSamples = 128
export const noise = Float32Array.from({ length: noiseLength + blockSamples }, noiseMaker())

function noiseMaker(): () => number {
  const random = createRandom(7)
  return () => noiseOf(random)
}
export const tau = 2 * Math.PI

export function add(out: Float32Array, other: Float32Array, gain: number): void {
  inBlocks(out.length, (from, to) => addBlock(out, other, gain, { from, to }))
}

export type Block = { from: number; to: number }

function addBlock(out: Float32Array, other: Float32Array, gain: number, { from, to }: Block): void {
  for (let index = from; index < to; index += 1) out[index] = (out[index] ?? 0) + (other[index] ?? 0) * gain
}

/** A slow change between two values: random points, joined smoothly. */
export function drift(random: Random, { low, high, seconds }: { low: number; high: number; seconds: number }): (time: number) => number {
  const points: number[] = []
  return (time) => {
    const at = time / seconds
    const index = Math.floor(at)
    while (points.length < index + 2) points.push(between(random, low, high))
    const share = at - index
    const smooth = share * share * (3 - 2 * share)
    return (points[index] ?? low) + ((points[index + 1] ?? low) - (points[index] ?? low)) * smooth
  }
}

/** Adds noise to a channel block by block, each block from a different place in the table. `level` is called once per block. */
export function fill(channel: Float32Array, level: (time: number) => number, random: Random): void {
  let before = level(0)
  for (let start = 0; start < channel.length; start += blockSamples) {
    const to = Math.min(channel.length, start + blockSamples)
    const step = (level(to / rate) - before) / blockSamples
    before = fillBlock(channel, { from: start, to, before, step, offset: Math.floor(random() * noiseLength) - start })
  }
}

function fillBlock(
  channel: Float32Array,
  { from, to, before, step, offset }: Block & { before: number; step: number; /** Position in the table of noise. */ offset: number },
): number {
  let level = before
  for (let index = from; index < to; index += 1) {
    level += step
    channel[index] = (channel[index] ?? 0) + (noise[offset + index] ?? 0) * level
  }
  return level
}

export const seconds = (channel: Float32Array) => channel.length / rate

/** Adds a short sound at a pan position from left (0) to right (1). */
export function put([left, right]: Stereo, at: number, samples: Float32Array, { gain, place }: { gain: number; place: number }): void {
  const toLeft = gain * Math.cos((place * Math.PI) / 2)
  const toRight = gain * Math.sin((place * Math.PI) / 2)
  const count = Math.min(samples.length, left.length - at)
  for (let index = 0; index < count; index += 1) {
    const value = samples[index] ?? 0
    left[at + index] = (left[at + index] ?? 0) + value * toLeft
    right[at + index] = (right[at + index] ?? 0) + value * toRight
  }
}

/** A tone that glides in pitch and fades out, for drops, chirps and bubbles. */
export function blip({ from, to, length, power = 1 }: { from: number; to: number; length: number; power?: number }): Float32Array {
  const out = new Float32Array(Math.ceil(length * rate))
  let phase = 0
  for (let index = 0; index < out.length; index += 1) {
    const share = index / out.length
    phase += (from + (to - from) * share ** power) / rate
    out[index] = Math.sin(tau * phase) * Math.sin(Math.PI * share) ** 2
  }
  return out
}
