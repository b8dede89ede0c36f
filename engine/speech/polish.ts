import { allPass, applyFilter, applyFilters, highPass, highShelf, lowShelf, peak } from '../sound/filters.ts'
import type { Filter } from '../sound/filters.ts'
import { amplify } from '../sound/loudness.ts'
import { sampleRate } from '../sound/pcm.ts'
import { createRandom } from '../random.ts'
import type { Performer } from './cast.ts'

/**
 * Turns the synthesizer's output into natural sound: at 48 kHz, with the long-term spectrum of a human voice (Byrne et al., 1994), breath
 * in its highs, and a small room around it. It keeps its state from part to part; the input is changed in place.
 */
export type Polisher = (samples: Float32Array, performer: Performer) => Float32Array<ArrayBuffer>

/** Cut-off in hertz: above it a real voice is mostly breath, while the synthesizer buzzes. */
const breathFrom = 3_600
/** Share of the highs that becomes breath. */
const breathShare = 0.3
const airLevel = 0.3
/** Early echoes of a small room: milliseconds and share. */
const echoes: [number, number][] = [
  [7.3, 0.085],
  [11.9, -0.06],
  [17.1, 0.05],
  [23.7, -0.036],
  [31.3, 0.026],
  [43.9, -0.016],
]
/** Cut-off of the walls in hertz: wood and curtains. */
const wallsDullAbove = 3_300
/** Syllables above this level (mean over 15 ms) are compressed by a third. */
const compressAbove = 0.16
const compressRatio = 0.34

export function createPolisher(fromRate: number): Polisher {
  const widen = createResampler(fromRate, sampleRate)
  const clean = highPass({ rate: fromRate, frequency: 65 })
  // The synthesizer aligns all harmonics of a period, unlike a throat; shifting their phases softens the buzz.
  const throat = [300, 700, 1_400, 2_600].map((frequency) => allPass({ rate: fromRate, frequency, q: 0.8 }))
  const tones = new Map<Performer, Filter[]>()
  const toneOf = (performer: Performer) => {
    const known = tones.get(performer)
    if (known) return known
    const { body, chest, presence, edge } = performer.tone
    const made = [
      lowShelf({ rate: fromRate, frequency: 260, decibels: body }),
      peak({ rate: fromRate, frequency: 1_050, q: 0.9, decibels: chest }),
      peak({ rate: fromRate, frequency: 3_100, q: 0.75, decibels: presence }),
      highShelf({ rate: fromRate, frequency: 5_800, decibels: edge }),
    ]
    tones.set(performer, made)
    return made
  }
  const dampen = createDamper(fromRate)
  const compress = createCompressor(fromRate)
  const enterRoom = createRoom(fromRate)
  const breathe = createBreath(fromRate)
  return (samples, performer) => {
    // Low-frequency filters run at the synthesizer's rate, which halves their time.
    applyFilters([clean, ...throat, ...toneOf(performer)], samples)
    const breath = dampen(samples, 10 ** (performer.trim / 20))
    compress(samples, breath)
    enterRoom(samples)
    const wide = widen(samples)
    breathe(wide, breath)
    return wide
  }
}

/** A reusable scratch array with arbitrary content; the next call invalidates it. */
function createScratch(): (length: number) => Float32Array {
  let buffer = new Float32Array(0)
  return (length) => {
    if (buffer.length < length) buffer = new Float32Array(2 * length)
    return buffer.subarray(0, length)
  }
}

/** Removes a share of the highs in place and returns their loudness, so that breath can replace them. */
function createDamper(rate: number): (samples: Float32Array, gain: number) => Float32Array {
  const split = highPass({ rate, frequency: breathFrom, q: 0.6 })
  const follow = 1 - Math.exp(-1 / (0.003 * rate))
  const scratch = createScratch()
  let level = 0
  return (samples, gain) => {
    amplify([samples], gain)
    const highs = scratch(samples.length)
    highs.set(samples)
    applyFilter(split, highs)
    let now = level
    for (let index = 0; index < samples.length; index += 1) {
      const high = highs[index] ?? 0
      samples[index] = (samples[index] ?? 0) - breathShare * high
      now += follow * (Math.abs(high) - now)
      highs[index] = now
    }
    level = now
    return highs
  }
}

/** Noise with the given levels, which are at the synthesizer's rate, limited to the bandwidth of a voice. */
function createBreath(fromRate: number): (wide: Float32Array, levels: Float32Array) => void {
  const ratio = fromRate / sampleRate
  let noise: Float32Array | undefined
  let position = 0
  return (wide, levels) => {
    noise ??= breathNoise()
    const last = levels.length - 1
    const table = noise
    const from = position
    for (let index = 0; index < wide.length; index += 1) {
      const at = Math.min(last, (index * ratio) | 0)
      wide[index] = (wide[index] ?? 0) + (levels[at] ?? 0) * (table[(from + index) & (noiseLength - 1)] ?? 0)
    }
    position = (from + wide.length) & (noiseLength - 1)
  }
}

/** Samples of repeated breath: a second and a third is too long to be heard as a pattern. */
const noiseLength = 2 ** 16

function breathNoise(): Float32Array {
  const random = createRandom(1)
  const noise = new Float32Array(noiseLength)
  for (let index = 0; index < noiseLength; index += 1) noise[index] = random() * 2 - 1
  const air = noise.slice()
  applyFilter(highPass({ rate: sampleRate, frequency: breathFrom, q: 0.6 }), noise)
  applyFilter(highPass({ rate: sampleRate, frequency: 9_500, q: 0.6 }), air)
  for (let index = 0; index < noiseLength; index += 1) noise[index] = (noise[index] ?? 0) + airLevel * (air[index] ?? 0)
  return noise
}

/** Samples per gain step. */
const compressStep = 8

/** Compresses a sound together with its breath. */
function createCompressor(rate: number): (samples: Float32Array, breath: Float32Array) => void {
  const attack = 1 - Math.exp(-compressStep / (0.006 * rate))
  const release = 1 - Math.exp(-compressStep / (0.09 * rate))
  const threshold = compressAbove ** 2
  const state = { power: 0, gain: 1 }
  return (samples, breath) => {
    let { power, gain } = state
    for (let start = 0; start < samples.length; start += compressStep) {
      const end = Math.min(samples.length, start + compressStep)
      let energy = 0
      for (let index = start; index < end; index += 1) energy += (samples[index] ?? 0) * (samples[index] ?? 0)
      const now = energy / (end - start)
      power += (now > power ? attack : release) * (now - power)
      const wanted = power > threshold ? (threshold / power) ** (compressRatio / 2) : 1
      const slope = (wanted - gain) / (end - start)
      for (let index = start; index < end; index += 1) {
        gain += slope
        samples[index] = (samples[index] ?? 0) * gain
        breath[index] = (breath[index] ?? 0) * gain
      }
      gain = wanted
    }
    state.power = power
    state.gain = gain
  }
}

function createRoom(rate: number): (samples: Float32Array) => void {
  const delays = echoes.map(([ms, share]) => ({ samples: Math.round((ms * rate) / 1000), share }))
  const longest = Math.max(...delays.map((echo) => echo.samples))
  // Walls absorb the highs.
  const dulling = 1 - Math.exp((-2 * Math.PI * wallsDullAbove) / rate)
  const scratches = { dry: createScratch(), echoed: createScratch() }
  let past = new Float32Array(longest)
  let dull = 0
  return (samples) => {
    const dry = scratches.dry(longest + samples.length)
    dry.set(past)
    dry.set(samples, longest)
    const echoed = scratches.echoed(samples.length).fill(0)
    for (const echo of delays) addDelayed(echoed, dry, longest - echo.samples, echo.share)
    let heard = dull
    for (let index = 0; index < samples.length; index += 1) {
      heard += dulling * ((echoed[index] ?? 0) - heard)
      samples[index] = (samples[index] ?? 0) + heard
    }
    dull = heard
    past = dry.slice(-longest)
  }
}

function addDelayed(out: Float32Array, dry: Float32Array, from: number, share: number): void {
  for (let index = 0; index < out.length; index += 1) out[index] = (out[index] ?? 0) + (dry[from + index] ?? 0) * share
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** Band-limited resampling by a ratio of whole numbers: one short windowed sinc for each place between two samples. */
export function createResampler(fromRate: number, toRate: number): (samples: Float32Array) => Float32Array<ArrayBuffer> {
  const divisor = greatestDivisor(fromRate, toRate)
  const up = toRate / divisor
  const down = fromRate / divisor
  const half = 8
  const width = 2 * half
  const kernel = new Float64Array(up * width)
  for (let phase = 0; phase < up; phase += 1) {
    for (let tap = 0; tap < width; tap += 1) {
      const distance = tap - (half - 1) - phase / up
      const window = Math.cos((Math.PI * distance) / (2 * half)) ** 2
      kernel[phase * width + tap] = (distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance)) * window
    }
  }
  const scratch = createScratch()
  let history = new Float32Array(width)
  /** Position of the next output in `up`-ths of an input sample, counted from the start of the history. */
  let position = (half - 1) * up
  return (samples) => {
    const input = scratch(history.length + samples.length)
    input.set(history)
    input.set(samples, history.length)
    const count = Math.max(0, Math.floor(((input.length - half - 1) * up - position) / down) + 1)
    const output = new Float32Array(count)
    let base = Math.floor(position / up)
    let phase = position - base * up
    for (let index = 0; index < count; index += 1) {
      let at = base - (half - 1)
      let weight = phase * width
      const end = weight + width
      // Four independent sums, which the processor can interleave.
      let first = 0
      let second = 0
      let third = 0
      let fourth = 0
      for (; weight < end; weight += 4) {
        first += (input[at] ?? 0) * (kernel[weight] ?? 0)
        second += (input[at + 1] ?? 0) * (kernel[weight + 1] ?? 0)
        third += (input[at + 2] ?? 0) * (kernel[weight + 2] ?? 0)
        fourth += (input[at + 3] ?? 0) * (kernel[weight + 3] ?? 0)
        at += 4
      }
      output[index] = first + second + (third + fourth)
      phase += down
      while (phase >= up) {
        phase -= up
        base += 1
      }
    }
    position = base * up + phase
    const keepFrom = Math.max(0, base - (half - 1))
    history = input.slice(keepFrom)
    position -= keepFrom * up
    return output
  }
}
