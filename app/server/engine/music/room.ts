import { sampleRate } from '../pcm.ts'

/** The room is computed at half the rate: its highs are dull anyway. */
const roomRate = sampleRate / 2
const lineLengths = [1031, 1151, 1277, 1399, 1523, 1657, 1789, 1931]
/** Shorter than the shortest line, so that a whole block can be read before any of it is written. */
const block = 512

export type Room = { left: Float32Array; right: Float32Array }

/**
 * The sound of a room: eight delay lines that feed each other (a feedback delay network with a Householder matrix). Takes what is
 * sent to it and gives the echo of it, both at 24 kHz; what is sent is changed.
 */
export function renderRoom(
  input: Float32Array,
  { seconds, dull }: { seconds: number; /** How fast the highs go, 0..1. */ dull: number },
): Room {
  diffuse(input, 113, 0.6)
  diffuse(input, 337, 0.55)
  const length = input.length
  const left = new Float32Array(length)
  const right = new Float32Array(length)
  const lines = lineLengths.map((size) => ({
    size,
    samples: new Float32Array(size),
    at: 0,
    damped: 0,
    gain: 10 ** ((-3 * size) / (roomRate * seconds)),
    out: new Float32Array(block),
  }))
  const sum = new Float32Array(block)
  const coefficient = 1 - dull
  for (let start = 0; start < length; start += block) {
    const count = Math.min(block, length - start)
    sum.fill(0)
    for (const line of lines) {
      const { samples, size, out, gain } = line
      let { at, damped } = line
      for (let index = 0; index < count; index += 1) {
        damped += coefficient * ((samples[at] ?? 0) - damped)
        const value = damped * gain
        out[index] = value
        sum[index] = (sum[index] ?? 0) + value
        at += 1
        if (at === size) at = 0
      }
      line.damped = damped
    }
    lines.forEach((line, number) => {
      const { samples, size, out } = line
      const side = number % 2 === 0 ? left : right
      const sign = number % 4 < 2 ? 1 : -1
      let { at } = line
      for (let index = 0; index < count; index += 1) {
        const value = out[index] ?? 0
        side[start + index] = (side[start + index] ?? 0) + sign * value
        samples[at] = (input[start + index] ?? 0) + value - 0.25 * (sum[index] ?? 0)
        at += 1
        if (at === size) at = 0
      }
      line.at = at
    })
  }
  return { left, right }
}

/** A sound at half the rate. */
export function halved(samples: Float32Array): Float32Array {
  const out = new Float32Array(Math.ceil(samples.length / 2))
  let before = 0
  for (let index = 0; index < out.length; index += 1) {
    const here = samples[2 * index] ?? 0
    const next = samples[2 * index + 1] ?? 0
    out[index] = 0.25 * before + 0.5 * here + 0.25 * next
    before = next
  }
  return out
}

/** An all-pass that smears a click, in place. */
function diffuse(samples: Float32Array, delay: number, gain: number): void {
  const line = new Float32Array(delay)
  let at = 0
  for (let index = 0; index < samples.length; index += 1) {
    const past = line[at] ?? 0
    const value = (samples[index] ?? 0) + gain * past
    line[at] = value
    samples[index] = past - gain * value
    at = at + 1 === delay ? 0 : at + 1
  }
}

/** Adds a sound at 24 kHz to one at 48 kHz, with a straight line between its samples. */
export function addHalfRate(out: Float32Array, half: Float32Array, gain: number): void {
  const last = half.length - 1
  for (let index = 0; index < half.length; index += 1) {
    const here = (half[index] ?? 0) * gain
    const next = (half[index < last ? index + 1 : last] ?? 0) * gain
    const at = 2 * index
    if (at < out.length) out[at] = (out[at] ?? 0) + here
    if (at + 1 < out.length) out[at + 1] = (out[at + 1] ?? 0) + 0.5 * (here + next)
  }
}

/** Echoes that go from side to side, each duller than the one before. */
export function addEcho(send: Float32Array, { left, right }: { left: Float32Array; right: Float32Array }, seconds: number): void {
  const delay = Math.max(1, Math.round(seconds * sampleRate))
  const near = new Float32Array(delay)
  const far = new Float32Array(delay)
  let at = 0
  let dullNear = 0
  let dullFar = 0
  for (let index = 0; index < send.length; index += 1) {
    dullNear += 0.35 * ((near[at] ?? 0) - dullNear)
    dullFar += 0.35 * ((far[at] ?? 0) - dullFar)
    near[at] = (send[index] ?? 0) + 0.42 * dullFar
    far[at] = 0.62 * dullNear
    left[index] = (left[index] ?? 0) + dullNear
    right[index] = (right[index] ?? 0) + dullFar
    at = at + 1 === delay ? 0 : at + 1
  }
}
