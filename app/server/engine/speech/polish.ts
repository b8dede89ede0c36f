import { allPass, applyFilter, highPass, highShelf, lowShelf, peak } from '../filters.ts'
import type { Filter } from '../filters.ts'
import { sampleRate } from '../pcm.ts'
import { createRandom } from '../random.ts'
import type { Performer } from './cast.ts'

/**
 * Turns the synthesiser's sound into what is heard: at 48 kHz, with the long-term spectrum of a human voice (Byrne et al., 1994),
 * breath in its highs, and a small room around it. Keeps its state from part to part.
 */
export type Polisher = (samples: Float32Array, performer: Performer) => Float32Array

/** Above this the pitch of a real voice is lost in breath; the synthesiser's buzz is not. */
const breathFrom = 3_600
/** How much of the highs becomes breath. */
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
/** Above this level, as the mean over 15 ms, loud syllables are held back by a third. */
const compressAbove = 0.16
const compressRatio = 0.34

export function createPolisher(fromRate: number): Polisher {
  const resample = createResampler(fromRate, sampleRate)
  const clean = highPass({ rate: fromRate, frequency: 65 })
  // The synthesiser starts all harmonics of a period together, a throat does not: turning their phases softens the buzz.
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
  const breathe = createBreath()
  const compress = createCompressor()
  const enterRoom = createRoom()
  return (samples, performer) => {
    const shaped = samples.slice()
    for (const filter of [clean, ...throat, ...toneOf(performer)]) applyFilter(filter, shaped)
    const gain = 10 ** (performer.trim / 20)
    for (let index = 0; index < shaped.length; index += 1) shaped[index] = (shaped[index] ?? 0) * gain
    const wide = resample(shaped)
    breathe(wide)
    compress(wide)
    enterRoom(wide)
    return wide
  }
}

/** Replaces a share of the highs by noise of the same loudness, and lets that noise reach up to where the synthesiser ends. */
function createBreath(): (samples: Float32Array) => void {
  const split = highPass({ rate: sampleRate, frequency: breathFrom, q: 0.6 })
  const decay = Math.exp(-1 / (0.003 * sampleRate))
  let noise: Float32Array | undefined
  let position = 0
  let level = 0
  return (samples) => {
    noise ??= breathNoise()
    const highs = samples.slice()
    applyFilter(split, highs)
    for (let index = 0; index < samples.length; index += 1) {
      const high = highs[index] ?? 0
      level += (1 - decay) * (Math.abs(high) - level)
      position = (position + 1) & (noiseLength - 1)
      samples[index] = (samples[index] ?? 0) - breathShare * high + level * (noise[position] ?? 0)
    }
  }
}

/** A second and a third of breath, to be repeated: too long to be heard as a pattern. */
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

function createCompressor(): (samples: Float32Array) => void {
  const attack = Math.exp(-1 / (0.006 * sampleRate))
  const release = Math.exp(-1 / (0.09 * sampleRate))
  let power = 0
  return (samples) => {
    for (let index = 0; index < samples.length; index += 1) {
      const value = samples[index] ?? 0
      const square = value * value
      const coefficient = square > power ? attack : release
      power = coefficient * power + (1 - coefficient) * square
      const level = Math.sqrt(power)
      if (level > compressAbove) samples[index] = value * (compressAbove / level) ** compressRatio
    }
  }
}

function createRoom(): (samples: Float32Array) => void {
  const delays = echoes.map(([ms, share]) => ({ samples: Math.round((ms * sampleRate) / 1000), share }))
  const longest = Math.max(...delays.map((echo) => echo.samples))
  let past = new Float32Array(longest)
  let dull = 0
  return (samples) => {
    const dry = new Float32Array(longest + samples.length)
    dry.set(past)
    dry.set(samples, longest)
    for (let index = 0; index < samples.length; index += 1) {
      let sum = 0
      for (const echo of delays) sum += (dry[longest + index - echo.samples] ?? 0) * echo.share
      // Walls swallow the highs.
      dull += 0.35 * (sum - dull)
      samples[index] = (samples[index] ?? 0) + dull
    }
    past = dry.slice(-longest)
  }
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** Band-limited resampling by a ratio of whole numbers: one short windowed sinc for each place between two samples. */
export function createResampler(fromRate: number, toRate: number): (samples: Float32Array) => Float32Array {
  const divisor = greatestDivisor(fromRate, toRate)
  const up = toRate / divisor
  const down = fromRate / divisor
  const half = 9
  const width = 2 * half
  const kernel = new Float32Array(up * width)
  for (let phase = 0; phase < up; phase += 1) {
    for (let tap = 0; tap < width; tap += 1) {
      const distance = tap - (half - 1) - phase / up
      const window = Math.cos((Math.PI * distance) / (2 * half)) ** 2
      kernel[phase * width + tap] = (distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance)) * window
    }
  }
  let history = new Float32Array(width)
  /** Where the next output lies: in `up`-ths of an input sample, from the beginning of the history. */
  let position = (half - 1) * up
  return (samples) => {
    const input = new Float32Array(history.length + samples.length)
    input.set(history)
    input.set(samples, history.length)
    const count = Math.max(0, Math.floor(((input.length - half - 1) * up - position) / down) + 1)
    const output = new Float32Array(count)
    for (let index = 0; index < count; index += 1) {
      const base = Math.floor(position / up)
      const offset = (position - base * up) * width
      const first = base - (half - 1)
      let sum = 0
      for (let tap = 0; tap < width; tap += 1) sum += (input[first + tap] ?? 0) * (kernel[offset + tap] ?? 0)
      output[index] = sum
      position += down
    }
    const keepFrom = Math.max(0, Math.floor(position / up) - (half - 1))
    history = input.slice(keepFrom)
    position -= keepFrom * up
    return output
  }
}
