/**
 * Pitched sounds, one note at a time, at full velocity and without an end: the player releases them. There are three kinds: one cycle of a
 * wave read in a loop, decaying resonances, and a plucked string.
 */
import { sampleRate } from '../sound/pcm.ts'
import type { Random } from '../random.ts'

const tableSize = 2048
const mask = tableSize - 1
const sine = Float32Array.from({ length: tableSize }, (_, index) => Math.sin((2 * Math.PI * index) / tableSize))
/** Samples between two changes of a note's pitch and colour. */
const controlStep = 64
/** Number of steps between the dull and the bright colour. */
const shades = 48
/** The highest frequency as a share of the sample rate, low enough for the filters. */
const highestShare = 0.45

export const frequencyOf = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12)

/** One cycle of the given partials, limited to those that are audible and below the Nyquist frequency. */
function cycle(frequency: number, rate: number, amplitude: (partial: number, hertz: number) => number): Float32Array {
  const table = new Float32Array(tableSize + 1)
  const partials = Math.min(64, Math.floor(Math.min(14_000, rate * highestShare) / frequency))
  let total = 0
  for (let partial = 1; partial <= partials; partial += 1) {
    const level = amplitude(partial, partial * frequency)
    if (Math.abs(level) < 3e-4) continue
    total += level * level
    addPartial(table, partial, level)
  }
  const gain = 0.35 / Math.sqrt(Math.max(1e-9, total / 2))
  for (let index = 0; index < tableSize; index += 1) table[index] = (table[index] ?? 0) * gain
  table[tableSize] = table[0] ?? 0
  return table
}

function addPartial(table: Float32Array, partial: number, level: number): void {
  // Spread phases lower the peaks of the wave.
  let phase = (partial * partial * 331) & mask
  for (let index = 0; index < tableSize; index += 1) {
    table[index] = (table[index] ?? 0) + level * (sine[phase] ?? 0)
    phase = (phase + partial) & mask
  }
}

export type Reed = {
  /** Level of a partial in the dull and in the bright colour. */
  dull(partial: number, hertz: number): number
  bright(partial: number, hertz: number): number
  /** Brightness after a number of seconds, 0..1. */
  colour(time: number): number
  /** Detuning of the voices, in cents. */
  detune: number[]
  /** Vibrato: cycles per second, depth in cents, seconds until it sets in. */
  vibrato: [number, number, number]
  attack: number
  /** Decay while the note is held, in e-folds per second. */
  decay: number
  /** Breath noise: its level, and its height above the pitch. */
  breath?: [number, number]
  /** Whether the fundamental lies an octave below the pitch. */
  octaveDown?: boolean
}

/** How much of a voice on one side is heard on the other. */
const crossShare = 0.35

/** A note for both ears; both are the same array if the note comes from one point. */
export type StereoNote = { left: Float32Array; right: Float32Array }

/** A note that sounds while it is held. Detuned voices are spread across the stereo field. */
export function reedNote(reed: Reed, pitch: number, { seconds, rate, random }: NoteOptions): StereoNote {
  const length = Math.ceil(seconds * rate)
  const { detune } = reed
  const left = new Float32Array(length)
  const right = detune.length > 1 ? new Float32Array(length) : left
  const frequency = frequencyOf(pitch) / (reed.octaveDown ? 2 : 1)
  const voices = detune.map((cents, index): ReedVoice => {
    const isMiddle = detune.length % 2 === 1 && index === (detune.length - 1) / 2
    const gain = (isMiddle ? 0.75 : 1) * Math.sqrt(2 / detune.length) * (right === left ? Math.SQRT1_2 : 1)
    return {
      phase: random() * tableSize,
      wobble: random() * 6,
      step: (frequency * 2 ** (cents / 1200) * tableSize) / rate,
      toLeft: isMiddle || right === left || index % 2 === 0 ? gain : gain * crossShare,
      toRight: isMiddle || index % 2 === 1 ? gain : gain * crossShare,
    }
  })
  const waves = wavesOf(reed, { frequency, rate, length })
  for (const voice of voices) addVoice({ left, right }, voice, { waves, vibrato: reed.vibrato, rate })
  for (const side of new Set([left, right])) {
    if (reed.breath) addBreath(side, frequencyOf(pitch), reed.breath, { rate, random })
    shape(side, { attack: reed.attack, decay: reed.decay, rate })
  }
  return { left, right }
}

export type NoteOptions = { seconds: number; rate: number; random: Random }

type ReedVoice = {
  /** Start position in the wave, and advance per sample. */
  phase: number
  step: number
  /** Start phase of the vibrato. */
  wobble: number
  toLeft: number
  toRight: number
}

/** Chooses the wave of each control step among the precomputed shades between the dull and the bright colour. */
function wavesOf(reed: Reed, { frequency, rate, length }: { frequency: number; rate: number; length: number }): Float32Array[] {
  const dull = cycle(frequency, rate, reed.dull)
  const bright = cycle(frequency, rate, reed.bright)
  const known = new Map<number, Float32Array>()
  return Array.from({ length: Math.ceil(length / controlStep) }, (_, step) => {
    const shade = Math.round(Math.max(0, Math.min(1, reed.colour((step * controlStep) / rate))) * shades)
    const wave = known.get(shade) ?? blend(dull, bright, shade / shades)
    known.set(shade, wave)
    return wave
  })
}

function blend(dull: Float32Array, bright: Float32Array, share: number): Float32Array {
  const wave = new Float32Array(tableSize + 1)
  for (let index = 0; index <= tableSize; index += 1) {
    const from = dull[index] ?? 0
    wave[index] = from + ((bright[index] ?? 0) - from) * share
  }
  return wave
}

function addVoice(
  note: StereoNote,
  { phase, step: usualStep, wobble, toLeft, toRight }: ReedVoice,
  { waves, vibrato: [beats, depth, delay], rate }: { waves: Float32Array[]; vibrato: Reed['vibrato']; rate: number },
): void {
  let now = phase
  let start = 0
  for (const wave of waves) {
    const end = Math.min(note.left.length, start + controlStep)
    const time = start / rate
    const swell = time < delay ? 0 : Math.min(1, (time - delay) / 0.4)
    const step = usualStep * (1 + depth * 0.000578 * swell * (sine[Math.floor((time * beats + wobble) * tableSize) & mask] ?? 0))
    now = addWave(note, wave, { start, end, phase: now, step, toLeft, toRight })
    start = end
  }
}

type WaveStretch = { start: number; end: number; phase: number; step: number; toLeft: number; toRight: number }

/** Adds a wave that is read in a loop; returns the phase at the end. */
function addWave({ left, right }: StereoNote, wave: Float32Array, { start, end, phase, step, toLeft, toRight }: WaveStretch): number {
  const isPoint = left === right
  let now = phase
  for (let index = start; index < end; index += 1) {
    const whole = now | 0
    const from = wave[whole] ?? 0
    const value = from + ((wave[whole + 1] ?? 0) - from) * (now - whole)
    left[index] = (left[index] ?? 0) + value * toLeft
    if (!isPoint) right[index] = (right[index] ?? 0) + value * toRight
    now += step
    if (now >= tableSize) now -= tableSize
  }
  return now
}

/** Noise around the pitch, as in a flute. */
function addBreath(
  out: Float32Array,
  frequency: number,
  [level, above]: [number, number],
  { rate, random }: { rate: number; random: Random },
): void {
  const omega = (2 * Math.PI * Math.min(9_000, frequency * above)) / rate
  const q = 1.2
  const alpha = Math.sin(omega) / (2 * q)
  const b0 = alpha / (1 + alpha)
  const loud = level * noiseGain(rate)
  const a1 = (-2 * Math.cos(omega)) / (1 + alpha)
  const a2 = (1 - alpha) / (1 + alpha)
  let x1 = 0
  let x2 = 0
  let y1 = 0
  let y2 = 0
  for (let index = 0; index < out.length; index += 1) {
    const x = (random() * 2 - 1) * loud
    const y = b0 * (x - x2) - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    out[index] = (out[index] ?? 0) + y
  }
}

/** Noise at a lower rate puts the same power into fewer bands; this factor restores the loudness of each band. */
const noiseGain = (rate: number) => Math.sqrt(rate / sampleRate)

function shape(out: Float32Array, { attack, decay, rate }: { attack: number; decay: number; rate: number }): void {
  const rise = Math.max(1, Math.round(attack * rate))
  for (let index = 0; index < Math.min(rise, out.length); index += 1) {
    const share = index / rise
    out[index] = (out[index] ?? 0) * share * share * (3 - 2 * share)
  }
  if (decay === 0) return
  const factor = Math.exp(-decay / rate)
  let level = 1
  for (let index = 0; index < out.length; index += 1) {
    out[index] = (out[index] ?? 0) * level
    level *= factor
  }
}

export type Partial = { ratio: number; level: number; /** E-folds a second. */ decay: number }

const inaudible = 4e-4

/** The sound of a struck body: a sum of sines, each with its own decay. */
export function struckNote(
  partials: Partial[],
  pitch: number,
  { seconds, rate, random, knock = 0 }: NoteOptions & { knock?: number },
): Float32Array {
  const out = new Float32Array(Math.ceil(seconds * rate))
  const frequency = frequencyOf(pitch)
  const tones: Tone[] = []
  for (const { ratio, level, decay } of partials) {
    const hertz = frequency * ratio
    if (hertz > Math.min(15_000, rate * highestShare) || level === 0) continue
    const omega = (2 * Math.PI * hertz) / rate
    const fall = Math.exp(-decay / rate)
    // Each partial is computed only while it is audible.
    const heard = Math.min(out.length, Math.ceil((Math.log(Math.abs(level) / inaudible) / decay) * rate))
    tones.push({ c1: 2 * fall * Math.cos(omega), c2: -fall * fall, first: (-Math.sin(omega) * level) / fall, heard })
  }
  // Tones of equal length are computed together.
  tones.sort((a, b) => b.heard - a.heard)
  for (let index = 0; index < tones.length; index += 4)
    addTones(out, tones[index] ?? silent, tones[index + 1] ?? silent, tones[index + 2] ?? silent, tones[index + 3] ?? silent)
  if (knock > 0) addKnock(out, knock, { rate, random })
  return out
}

/** A resonance: the recurrence that produces it, and its length in samples. */
type Tone = { c1: number; c2: number; first: number; heard: number }
const silent: Tone = { c1: 0, c2: 0, first: 0, heard: 0 }

/** Computes four resonances at once: each depends on its own last two samples, so the processor can interleave them. */
function addTones(out: Float32Array, a: Tone, b: Tone, c: Tone, d: Tone): void {
  const { c1: a1, c2: a2 } = a
  const { c1: b1, c2: b2 } = b
  const { c1: e1, c2: e2 } = c
  const { c1: d1, c2: d2 } = d
  let aBefore = a.first
  let bBefore = b.first
  let eBefore = c.first
  let dBefore = d.first
  let aNow = 0
  let bNow = 0
  let eNow = 0
  let dNow = 0
  const { heard } = a
  for (let index = 0; index < heard; index += 1) {
    out[index] = (out[index] ?? 0) + (aNow + bNow) + (eNow + dNow)
    const aNext = a1 * aNow + a2 * aBefore
    const bNext = b1 * bNow + b2 * bBefore
    const eNext = e1 * eNow + e2 * eBefore
    const dNext = d1 * dNow + d2 * dBefore
    aBefore = aNow
    bBefore = bNow
    eBefore = eNow
    dBefore = dNow
    aNow = aNext
    bNow = bNext
    eNow = eNext
    dNow = dNext
  }
}

/** The noise of the hammer or stick, a hundredth of a second long. */
function addKnock(out: Float32Array, level: number, { rate, random }: { rate: number; random: Random }): void {
  const length = Math.min(out.length, Math.round(0.014 * rate))
  const loud = level * noiseGain(rate)
  const dulling = 1 - 0.78 ** (sampleRate / rate)
  let dull = 0
  for (let index = 0; index < length; index += 1) {
    dull += dulling * (random() * 2 - 1 - dull)
    const fade = 1 - index / length
    out[index] = (out[index] ?? 0) + dull * loud * fade * fade
  }
}

export type StringSound = {
  /** Decay time of a 220 Hz string to -60 dB, in seconds. */
  ring: number
  /** Brightness of the pluck, 0..1. */
  pick: number
  /** Pluck position along the string, 0..0.5. */
  place: number
  /** Decay of the highs, 0..1. */
  damping: number
}

/** The sound of a plucked string (Karplus and Strong, with Jaffe and Smith's tuning and pick position). */
export function stringNote({ ring, pick, place, damping }: StringSound, pitch: number, seconds: number, random: Random): Float32Array {
  const frequency = frequencyOf(pitch)
  const out = new Float32Array(Math.ceil(seconds * sampleRate))
  const smoothing = 0.5 * damping
  const period = sampleRate / frequency
  // The period is the sum of the delay line, the smoothing and an all-pass for the fraction of a sample.
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

/** Returns noise as bright as the pick, without the partials that the pick position cancels. */
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
