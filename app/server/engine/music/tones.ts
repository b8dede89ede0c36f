/**
 * Pitched sounds, one note at a time, at full velocity and without an end: the player lets them go. All are made of three things:
 * one cycle of a wave read round and round, resonances that die away, and a plucked string.
 */
import { sampleRate } from '../pcm.ts'
import type { Random } from '../random.ts'

const tableSize = 2048
const mask = tableSize - 1
const sine = Float32Array.from({ length: tableSize }, (_, index) => Math.sin((2 * Math.PI * index) / tableSize))
/** Pitch and colour of a note change in steps of so many samples. */
const controlStep = 64

export const frequencyOf = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12)

/** One cycle with the given partials, none of them above what can be heard. */
function cycle(frequency: number, amplitude: (partial: number, hertz: number) => number): Float32Array {
  const table = new Float32Array(tableSize + 1)
  const partials = Math.min(64, Math.floor(Math.min(14_000, sampleRate * 0.45) / frequency))
  let total = 0
  for (let partial = 1; partial <= partials; partial += 1) {
    const level = amplitude(partial, partial * frequency)
    if (Math.abs(level) < 3e-4) continue
    total += level * level
    // Phases that are spread keep the peaks of the wave low.
    let phase = (partial * partial * 331) & mask
    for (let index = 0; index < tableSize; index += 1) {
      table[index] = (table[index] ?? 0) + level * (sine[phase] ?? 0)
      phase = (phase + partial) & mask
    }
  }
  const gain = 0.35 / Math.sqrt(Math.max(1e-9, total / 2))
  for (let index = 0; index < tableSize; index += 1) table[index] = (table[index] ?? 0) * gain
  table[tableSize] = table[0] ?? 0
  return table
}

export type Reed = {
  /** Level of a partial in the dull and in the bright colour. */
  dull(partial: number, hertz: number): number
  bright(partial: number, hertz: number): number
  /** How bright it is after some seconds, 0..1. */
  colour(time: number): number
  /** Voices out of tune, in cents. */
  detune: number[]
  /** Beats a second, depth in cents, seconds until it sets in. */
  vibrato: [number, number, number]
  attack: number
  /** E-folds a second while the note is held. */
  decay: number
  /** Breath: level, and how high above the pitch it lies. */
  breath?: [number, number]
  /** The lowest partial stands this many octaves below the pitch. */
  octaveDown?: boolean
}

/** How much of a voice on one side is heard on the other. */
const crossShare = 0.35

/** A note for both ears; the same array twice where it comes from one point. */
export type StereoNote = { left: Float32Array; right: Float32Array }

/** A note that sounds for as long as it is held. Voices out of tune stand apart from each other. */
export function reedNote(reed: Reed, pitch: number, seconds: number, random: Random): StereoNote {
  const length = Math.ceil(seconds * sampleRate)
  const { detune } = reed
  const left = new Float32Array(length)
  const right = detune.length > 1 ? new Float32Array(length) : left
  const frequency = frequencyOf(pitch) / (reed.octaveDown ? 2 : 1)
  const tables = { dull: cycle(frequency, reed.dull), bright: cycle(frequency, reed.bright) }
  detune.forEach((cents, index) => {
    const isMiddle = detune.length % 2 === 1 && index === (detune.length - 1) / 2
    const gain = (isMiddle ? 0.75 : 1) * Math.sqrt(2 / detune.length) * (right === left ? Math.SQRT1_2 : 1)
    const toLeft = isMiddle || right === left || index % 2 === 0 ? gain : gain * crossShare
    const toRight = right === left ? 0 : isMiddle || index % 2 === 1 ? gain : gain * crossShare
    addVoice({ left, right }, { reed, tables, frequency: frequency * 2 ** (cents / 1200), random, toLeft, toRight })
  })
  for (const side of new Set([left, right])) {
    if (reed.breath) addBreath(side, frequencyOf(pitch), reed.breath, random)
    shape(side, reed.attack, reed.decay)
  }
  return { left, right }
}

type VoiceOptions = {
  reed: Reed
  tables: { dull: Float32Array; bright: Float32Array }
  frequency: number
  random: Random
  toLeft: number
  toRight: number
}

function addVoice({ left, right }: StereoNote, { reed, tables: { dull, bright }, frequency, random, toLeft, toRight }: VoiceOptions): void {
  const [rate, depth, delay] = reed.vibrato
  const mixed = new Float32Array(tableSize + 1)
  let phase = random() * tableSize
  const wobble = random() * 6
  const base = (frequency * tableSize) / sampleRate
  let colour = -1
  for (let start = 0; start < left.length; start += controlStep) {
    const time = start / sampleRate
    const swell = time < delay ? 0 : Math.min(1, (time - delay) / 0.4)
    const step = base * (1 + depth * 0.000578 * swell * (sine[Math.floor((time * rate + wobble) * tableSize) & mask] ?? 0))
    const wanted = Math.round(Math.max(0, Math.min(1, reed.colour(time))) * 48)
    if (wanted !== colour) {
      colour = wanted
      const share = colour / 48
      for (let index = 0; index <= tableSize; index += 1)
        mixed[index] = (dull[index] ?? 0) + ((bright[index] ?? 0) - (dull[index] ?? 0)) * share
    }
    const end = Math.min(left.length, start + controlStep)
    for (let index = start; index < end; index += 1) {
      const whole = phase | 0
      const from = mixed[whole] ?? 0
      const value = from + ((mixed[whole + 1] ?? 0) - from) * (phase - whole)
      left[index] = (left[index] ?? 0) + value * toLeft
      if (toRight !== 0) right[index] = (right[index] ?? 0) + value * toRight
      phase += step
      if (phase >= tableSize) phase -= tableSize
    }
  }
}

/** Noise around the pitch, as in a flute. */
function addBreath(out: Float32Array, frequency: number, [level, above]: [number, number], random: Random): void {
  const omega = (2 * Math.PI * Math.min(9_000, frequency * above)) / sampleRate
  const q = 1.2
  const alpha = Math.sin(omega) / (2 * q)
  const b0 = alpha / (1 + alpha)
  const a1 = (-2 * Math.cos(omega)) / (1 + alpha)
  const a2 = (1 - alpha) / (1 + alpha)
  let x1 = 0
  let x2 = 0
  let y1 = 0
  let y2 = 0
  for (let index = 0; index < out.length; index += 1) {
    const x = (random() * 2 - 1) * level
    const y = b0 * (x - x2) - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    out[index] = (out[index] ?? 0) + y
  }
}

function shape(out: Float32Array, attack: number, decay: number): void {
  const rise = Math.max(1, Math.round(attack * sampleRate))
  for (let index = 0; index < Math.min(rise, out.length); index += 1) {
    const share = index / rise
    out[index] = (out[index] ?? 0) * share * share * (3 - 2 * share)
  }
  if (decay === 0) return
  const factor = Math.exp(-decay / sampleRate)
  let level = 1
  for (let index = 0; index < out.length; index += 1) {
    out[index] = (out[index] ?? 0) * level
    level *= factor
  }
}

export type Partial = { ratio: number; level: number; /** E-folds a second. */ decay: number }

const inaudible = 4e-4

/** Something struck: a sum of sines that each die at their own pace. */
export function struckNote(
  partials: Partial[],
  pitch: number,
  seconds: number,
  { knock = 0, random }: { knock?: number; random: Random },
): Float32Array {
  const length = Math.ceil(seconds * sampleRate)
  const out = new Float32Array(length)
  const frequency = frequencyOf(pitch)
  for (const { ratio, level, decay } of partials) {
    const hertz = frequency * ratio
    if (hertz > 15_000 || level === 0) continue
    const omega = (2 * Math.PI * hertz) / sampleRate
    const r = Math.exp(-decay / sampleRate)
    const c1 = 2 * r * Math.cos(omega)
    const c2 = -r * r
    let y2 = (-Math.sin(omega) * level) / r
    let y1 = 0
    // It is not followed longer than it can be heard.
    const heard = Math.min(length, Math.ceil((Math.log(Math.abs(level) / inaudible) / decay) * sampleRate))
    for (let index = 0; index < heard; index += 1) {
      out[index] = (out[index] ?? 0) + y1
      const y = c1 * y1 + c2 * y2
      y2 = y1
      y1 = y
    }
  }
  if (knock > 0) addKnock(out, knock, random)
  return out
}

/** The hammer or the stick itself, for a hundredth of a second. */
function addKnock(out: Float32Array, level: number, random: Random): void {
  const length = Math.min(out.length, Math.round(0.014 * sampleRate))
  let dull = 0
  for (let index = 0; index < length; index += 1) {
    dull += 0.22 * (random() * 2 - 1 - dull)
    const fade = 1 - index / length
    out[index] = (out[index] ?? 0) + dull * level * fade * fade
  }
}

export type StringSound = {
  /** Seconds until a string of 220 Hz has fallen by 60 dB. */
  ring: number
  /** How bright the pluck is, 0..1. */
  pick: number
  /** Where along the string it is plucked, 0..0.5. */
  place: number
  /** How fast the highs die, 0..1. */
  damping: number
}

/** A plucked string (Karplus and Strong, with Jaffe and Smith's tuning and pick position). */
export function stringNote({ ring, pick, place, damping }: StringSound, pitch: number, seconds: number, random: Random): Float32Array {
  const frequency = frequencyOf(pitch)
  const out = new Float32Array(Math.ceil(seconds * sampleRate))
  const smoothing = 0.5 * damping
  const period = sampleRate / frequency
  // The line, the smoothing and an all-pass for what is left between two samples make up the period.
  const whole = Math.max(2, Math.floor(period - smoothing - 0.3))
  const fraction = period - smoothing - whole
  const tuning = (1 - fraction) / (1 + fraction)
  const line = plucked(whole, { pick, place, random })
  // Higher strings ring shorter.
  const seconds60 = ring * (220 / frequency) ** 0.45
  const loss = 10 ** (-3 / (seconds60 * frequency))
  let read = 0
  let before = 0
  let passedIn = 0
  let passedOut = 0
  for (let index = 0; index < out.length; index += 1) {
    const value = line[read] ?? 0
    const smooth = (value * (1 - smoothing) + before * smoothing) * loss
    before = value
    passedOut = tuning * smooth + passedIn - tuning * passedOut
    passedIn = smooth
    line[read] = passedOut
    out[index] = value
    read = read + 1 === whole ? 0 : read + 1
  }
  return out
}

/** Noise as bright as the pick, without what the place of the pick cancels out. */
function plucked(length: number, { pick, place, random }: { pick: number; place: number; random: Random }): Float32Array {
  const noise = new Float32Array(length)
  let smooth = 0
  let mean = 0
  for (let index = 0; index < length; index += 1) {
    smooth += (0.1 + 0.8 * pick) * (random() * 2 - 1 - smooth)
    noise[index] = smooth
    mean += smooth / length
  }
  const offset = Math.max(1, Math.round(length * place))
  let energy = 1e-6
  const line = noise.map((value, index) => value - mean - ((noise[(index + length - offset) % length] ?? 0) - mean) * 0.9)
  for (const value of line) energy += (value * value) / length
  const gain = 0.3 / Math.sqrt(energy)
  return line.map((value) => value * gain)
}
