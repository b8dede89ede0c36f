/** Loudness by ITU-R BS.1770, and a limiter for true peaks. All constants assume 48 kHz. */
import { inBlocks } from './blocks.ts'
import { sampleRate } from './pcm.ts'
import type { Sound } from './pcm.ts'

/** The two filters of the K weighting at 48 kHz, as the recommendation gives them. */
const shelf = { b0: 1.53512485958697, b1: -2.69169618940638, b2: 1.19839281085285, a1: -1.69065929318241, a2: 0.73248077421585 }
const highPassed = { b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621 }

/** Blocks of 400 ms that start every 100 ms; counted in steps of 100 ms. */
const stepSamples = sampleRate / 10
const stepsPerBlock = 4
const absoluteGate = -70
const relativeGate = -10

const loudnessOf = (meanSquare: number) => -0.691 + 10 * Math.log10(Math.max(meanSquare, 1e-12))

/** Integrated loudness in LUFS; -Infinity for silence. A sound shorter than a block is measured as one block. */
export function measureLoudness(channels: Sound['channels']): number {
  const length = channels[0].length
  const steps = new Float64Array(Math.ceil(length / stepSamples))
  const [left, right] = channels
  const memory = new Float64Array(8)
  inBlocks(length, (from, to) => {
    const step = Math.floor(from / stepSamples)
    const known = steps[step] ?? 0
    steps[step] = right ? addEnergyOfBoth(known, [left, right], memory, { from, to }) : addEnergy(known, left, memory, { from, to })
  })
  const blocks: number[] = []
  if (length < stepSamples * stepsPerBlock) {
    if (length > 0) blocks.push(steps.reduce((sum, energy) => sum + energy, 0) / length)
  } else {
    for (let step = 0; (step + stepsPerBlock) * stepSamples <= length; step += 1) {
      let energy = 0
      for (let offset = 0; offset < stepsPerBlock; offset += 1) energy += steps[step + offset] ?? 0
      blocks.push(energy / (stepsPerBlock * stepSamples))
    }
  }
  const audible = blocks.filter((block) => loudnessOf(block) > absoluteGate)
  if (audible.length === 0) return -Infinity
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const gate = loudnessOf(mean(audible)) + relativeGate
  return loudnessOf(mean(audible.filter((block) => loudnessOf(block) > gate)))
}

/**
 * Adds the weighted energy of a stretch of both sides at once: each sample depends on the one before, and the processor computes one side
 * while the other waits. `memory` holds the state of the two filters of each side, two numbers each.
 */
function addEnergyOfBoth(
  known: number,
  [left, right]: readonly [Float32Array, Float32Array],
  memory: Float64Array,
  { from, to }: Stretch,
): number {
  const { b0, b1, b2, a1, a2 } = shelf
  const { b1: d1, a1: c1, a2: c2 } = highPassed
  let [ls1 = 0, ls2 = 0, lh1 = 0, lh2 = 0, rs1 = 0, rs2 = 0, rh1 = 0, rh2 = 0] = memory
  let energy = known
  for (let index = from; index < to; index += 1) {
    const l = left[index] ?? 0
    const r = right[index] ?? 0
    const ls = b0 * l + ls1
    const rs = b0 * r + rs1
    ls1 = b1 * l + ls2 - a1 * ls
    rs1 = b1 * r + rs2 - a1 * rs
    ls2 = b2 * l - a2 * ls
    rs2 = b2 * r - a2 * rs
    const lh = ls + lh1
    const rh = rs + rh1
    lh1 = d1 * ls + lh2 - c1 * lh
    rh1 = d1 * rs + rh2 - c1 * rh
    lh2 = ls - c2 * lh
    rh2 = rs - c2 * rh
    energy += lh * lh + rh * rh
  }
  memory[0] = ls1
  memory[1] = ls2
  memory[2] = lh1
  memory[3] = lh2
  memory[4] = rs1
  memory[5] = rs2
  memory[6] = rh1
  memory[7] = rh2
  return energy
}

function addEnergy(known: number, channel: Float32Array, memory: Float64Array, { from, to }: Stretch): number {
  const { b0, b1, b2, a1, a2 } = shelf
  const { b1: d1, a1: c1, a2: c2 } = highPassed
  let [s1 = 0, s2 = 0, h1 = 0, h2 = 0] = memory
  let energy = known
  for (let index = from; index < to; index += 1) {
    const input = channel[index] ?? 0
    const shelved = b0 * input + s1
    s1 = b1 * input + s2 - a1 * shelved
    s2 = b2 * input - a2 * shelved
    const output = shelved + h1
    h1 = d1 * shelved + h2 - c1 * output
    h2 = shelved - c2 * output
    energy += output * output
  }
  memory[0] = s1
  memory[1] = s2
  memory[2] = h1
  memory[3] = h2
  return energy
}

/** Four-fold oversampling: three points between two samples, by a windowed sinc over twelve samples. */
const taps = 12
const weightsAt = (fraction: number) =>
  Float64Array.from({ length: taps }, (_, index) => {
    const distance = index - (taps / 2 - 1) - fraction
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (taps / 2))
    return (distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance)) * window
  })
const quarter = weightsAt(0.25)
const half = weightsAt(0.5)
const threeQuarters = weightsAt(0.75)

/** The highest point of the wave between a sample and the next. */
function truePeakAt(channel: Float32Array, index: number): number {
  const first = index - (taps / 2 - 1)
  if (first < 0 || first + taps > channel.length) return truePeakAtEdge(channel, index)
  let early = 0
  let middle = 0
  let late = 0
  for (let tap = 0; tap < taps; tap += 1) {
    const value = channel[first + tap] ?? 0
    early += value * (quarter[tap] ?? 0)
    middle += value * (half[tap] ?? 0)
    late += value * (threeQuarters[tap] ?? 0)
  }
  return Math.max(Math.abs(channel[index] ?? 0), Math.abs(early), Math.abs(middle), Math.abs(late))
}

/** The same at the edges, where samples are missing; checking for them everywhere would be slower. */
function truePeakAtEdge(channel: Float32Array, index: number): number {
  const around = Float32Array.from({ length: taps }, (_, tap) => channel[index - (taps / 2 - 1) + tap] ?? 0)
  return truePeakAt(around, taps / 2 - 1)
}

/** Share of the ceiling below which samples need no check: between two samples a wave rises by a limited amount only. */
const sureShare = 0.62
const attackSamples = 96
const releaseSamples = 4_800
/** Samples per scanned stretch; most of a sound needs no limiting, so most stretches are skipped. */
const stretchSamples = 480

/** The factor of each sample, and the stretches in which it is below the gain of the whole. */
type Gains = { values: Float32Array; lowered: Uint8Array }

export const decibels = (value: number) => 10 ** (value / 20)

/**
 * Amplifies a sound by `gain` in place and lowers it wherever its true peak would exceed the ceiling: within 2 ms before the peak, and back
 * within 100 ms after it. A loop is limited across its seam too. Returns the remaining share of the energy; 1 if nothing was lowered.
 */
export function limit(channels: Sound['channels'], ceiling: number, { loop = false, gain = 1 } = {}): number {
  let gains: Gains | null = null
  for (const channel of channels)
    inBlocks(channel.length, (from, to) => {
      gains = lowerPeaks(channel, gains, { ceiling: ceiling / gain, gain, from, to })
    })
  if (!gains) {
    if (gain !== 1) amplify(channels, gain)
    return 1
  }
  const { before, after } = turnDown(channels, gains, { loop, gain })
  return after / Math.max(1e-12, before * gain * gain)
}

/** Lowers the gains where a stretch of a channel exceeds the ceiling. Returns null if none does so far. */
function lowerPeaks(
  channel: Float32Array,
  known: Gains | null,
  { ceiling, gain, from, to }: { ceiling: number; gain: number } & Stretch,
): Gains | null {
  const { length } = channel
  const watched = ceiling * sureShare
  let gains = known
  for (let index = from; index < to; index += 1) {
    const value = channel[index] ?? 0
    if (value < watched && value > -watched) continue
    const size = Math.abs(value)
    // Between two samples the wave is highest next to a local maximum.
    const isHighest =
      (index === 0 || size >= Math.abs(channel[index - 1] ?? 0)) && (index === length - 1 || size >= Math.abs(channel[index + 1] ?? 0))
    const highest = isHighest ? Math.max(truePeakAt(channel, index - 1), truePeakAt(channel, index)) : size
    if (highest <= ceiling) continue
    gains ??= { values: new Float32Array(length).fill(gain), lowered: new Uint8Array(Math.ceil(length / stretchSamples)) }
    const needed = (gain * ceiling) / highest
    const last = Math.min(length - 1, isHighest ? index + 1 : index)
    for (let near = Math.max(0, isHighest ? index - 1 : index); near <= last; near += 1) {
      gains.values[near] = Math.min(gains.values[near] ?? gain, needed)
      gains.lowered[Math.floor(near / stretchSamples)] = 1
    }
  }
  return gains
}

/** Lets the gains fall before each peak and rise after it, and applies them; returns the energy before and after. */
function turnDown(
  channels: Sound['channels'],
  gains: Gains,
  { loop, gain }: { loop: boolean; gain: number },
): { before: number; after: number } {
  const { values, lowered } = gains
  const { length } = values
  const full = Math.fround(gain)
  const rise = gain / releaseSamples
  const fall = gain / attackSamples
  // In a loop the beginning follows the end.
  let now = loop ? (values[0] ?? full) : full
  for (let stretch = lowered.length - 1; stretch >= 0; stretch -= 1) {
    if (lowered[stretch] === 0 && now >= full) continue
    lowered[stretch] = 1
    const from = stretch * stretchSamples
    now = fallTowards(values, { from, to: Math.min(length, from + stretchSamples) }, { now, fall })
  }
  now = loop ? (values[length - 1] ?? full) : full
  let before = 0
  let after = 0
  for (let stretch = 0; stretch < lowered.length; stretch += 1) {
    const part = { from: stretch * stretchSamples, to: Math.min(length, (stretch + 1) * stretchSamples) }
    if (lowered[stretch] === 0 && now >= full) {
      const energy = amplifyPart(channels, part, full)
      before += energy
      after += energy * full * full
      continue
    }
    now = riseFrom(values, part, { now, rise })
    const energies = applyGains(channels, part, values)
    before += energies.before
    after += energies.after
  }
  return { before, after }
}

type Stretch = { from: number; to: number }

/** Runs backwards, so that the gain falls ahead of the peak. */
function fallTowards(values: Float32Array, { from, to }: Stretch, { now, fall }: { now: number; fall: number }): number {
  let gain = now
  for (let index = to - 1; index >= from; index -= 1) {
    gain = Math.min(gain + fall, values[index] ?? gain)
    values[index] = gain
  }
  return gain
}

function riseFrom(values: Float32Array, { from, to }: Stretch, { now, rise }: { now: number; rise: number }): number {
  let gain = now
  for (let index = from; index < to; index += 1) {
    gain = Math.min(gain + rise, values[index] ?? gain)
    values[index] = gain
  }
  return gain
}

/** Returns the energy before the change. */
function amplifyPart(channels: Sound['channels'], { from, to }: Stretch, gain: number): number {
  let energy = 0
  for (const channel of channels) {
    for (let index = from; index < to; index += 1) {
      const value = channel[index] ?? 0
      energy += value * value
      channel[index] = value * gain
    }
  }
  return energy
}

function applyGains(channels: Sound['channels'], { from, to }: Stretch, gains: Float32Array): { before: number; after: number } {
  let before = 0
  let after = 0
  for (const channel of channels) {
    for (let index = from; index < to; index += 1) {
      const value = channel[index] ?? 0
      const turned = value * (gains[index] ?? 1)
      before += value * value
      after += turned * turned
      channel[index] = turned
    }
  }
  return { before, after }
}

export function amplify(channels: Sound['channels'], gain: number): void {
  for (const channel of channels) inBlocks(channel.length, (from, to) => amplifyBlock(channel, gain, from, to))
}

function amplifyBlock(channel: Float32Array, gain: number, from: number, to: number): void {
  for (let index = from; index < to; index += 1) channel[index] = (channel[index] ?? 0) * gain
}

const closeEnough = 0.2
/** Share of the energy above which the limiter has not lowered the loudness. */
const untouched = 0.97
const mostRounds = 3

/** Masters a sound in place to a loudness without exceeding a true peak (both in decibels), and compensates for the limiter. */
export function master(channels: Sound['channels'], target: { loudness: number; peak: number }, { loop = false } = {}): void {
  const loudness = measureLoudness(channels)
  if (loudness === -Infinity) return
  let missing = target.loudness - loudness
  for (let round = 0; round < mostRounds && (round === 0 || Math.abs(missing) >= closeEnough); round += 1) {
    const left = limit(channels, decibels(target.peak), { loop, gain: decibels(missing) })
    if (left > untouched) return
    missing = target.loudness - measureLoudness(channels)
  }
}
