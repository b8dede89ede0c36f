import type { Random } from '../random.ts'
import type { Instrument } from './compose.ts'

const tau = 2 * Math.PI

/** How a note's loudness goes: seconds to rise, e-folds per second while it sounds, seconds to die after it is let go. */
type Envelope = { attack: number; decay: number; release: number }

/** Where an instrument stands: left to right 0..1, how far pitches spread around that, and its share sent to the reverb. */
export type Placement = { pan: number; spread: number; send: number }

export const placements: Record<Instrument, Placement> = {
  pad: { pan: 0.5, spread: 0.5, send: 0.45 },
  bass: { pan: 0.5, spread: 0, send: 0.03 },
  pluck: { pan: 0.5, spread: 0.6, send: 0.4 },
  lead: { pan: 0.48, spread: 0.1, send: 0.4 },
  bell: { pan: 0.55, spread: 0.3, send: 0.6 },
  keys: { pan: 0.46, spread: 0.25, send: 0.35 },
  flute: { pan: 0.54, spread: 0.1, send: 0.5 },
  kick: { pan: 0.5, spread: 0, send: 0.02 },
  snare: { pan: 0.52, spread: 0, send: 0.3 },
  hat: { pan: 0.64, spread: 0, send: 0.08 },
  shaker: { pan: 0.36, spread: 0, send: 0.15 },
}

const envelopes: Record<Instrument, Envelope> = {
  pad: { attack: 0.45, decay: 0, release: 0.9 },
  bass: { attack: 0.008, decay: 1.1, release: 0.12 },
  pluck: { attack: 0.004, decay: 4.5, release: 0.35 },
  lead: { attack: 0.025, decay: 0.5, release: 0.16 },
  bell: { attack: 0.002, decay: 2.6, release: 0.9 },
  keys: { attack: 0.004, decay: 1.7, release: 0.3 },
  flute: { attack: 0.07, decay: 0.2, release: 0.2 },
  kick: { attack: 0, decay: 11, release: 0 },
  snare: { attack: 0, decay: 22, release: 0 },
  hat: { attack: 0, decay: 75, release: 0 },
  shaker: { attack: 0.012, decay: 48, release: 0 },
}

const drumSeconds: Partial<Record<Instrument, number>> = { kick: 0.38, snare: 0.24, hat: 0.08, shaker: 0.12 }

const frequencyOf = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12)

/** A naive saw, -1..1; everything made of it is low-passed, which hides its aliases. */
const saw = (phase: number) => 2 * (phase - Math.floor(phase)) - 1
const triangle = (phase: number) => 4 * Math.abs(phase - Math.floor(phase) - 0.5) - 1

/** Renders one note at full velocity, mono. */
export function renderNote(
  instrument: Instrument,
  note: { pitch: number; length: number },
  options: { sampleRate: number; random: Random },
): Float32Array {
  const { sampleRate, random } = options
  const envelope = envelopes[instrument]
  const seconds = drumSeconds[instrument] ?? note.length + envelope.release
  const samples = new Float32Array(Math.ceil(seconds * sampleRate))
  const wave = waveOf(instrument, frequencyOf(note.pitch), random)
  for (let index = 0; index < samples.length; index += 1) {
    const time = index / sampleRate
    samples[index] = wave(time) * loudness(time, note.length, envelope, drumSeconds[instrument] !== undefined)
  }
  lowPass(samples, instrument, sampleRate)
  return samples
}

function loudness(time: number, length: number, { attack, decay, release }: Envelope, isDrum: boolean): number {
  const rise = attack > 0 ? Math.min(1, time / attack) : 1
  const fall = Math.exp(-time * decay)
  if (isDrum || time <= length) return rise * fall
  const left = 1 - (time - length) / release
  return rise * fall * Math.max(0, left * left)
}

/** The raw sound of an instrument as a function of time in seconds, about -1..1. */
function waveOf(instrument: Instrument, frequency: number, random: Random): (time: number) => number {
  const phases = [random(), random(), random()] as const
  switch (instrument) {
    case 'pad':
      return (time) =>
        (saw(frequency * time + phases[0]) + saw(frequency * 1.006 * time + phases[1]) + saw(frequency * 0.994 * time + phases[2])) / 3
    case 'bass':
      return (time) => 0.75 * Math.sin(tau * frequency * time) + 0.4 * saw(frequency * time)
    case 'pluck':
      return (time) => Math.sin(tau * frequency * time + Math.sin(2 * tau * frequency * time) * 1.5 * Math.exp(-time * 8))
    case 'lead':
      return (time) => {
        const phase = frequency * time + vibrato(time, frequency, 0.0035)
        return 0.7 * triangle(phase) + 0.25 * saw(phase * 1.003)
      }
    case 'bell':
      return (time) =>
        0.8 * Math.sin(tau * frequency * time + Math.sin(tau * frequency * 3.5 * time) * 1.1 * Math.exp(-time * 4)) +
        0.2 * Math.sin(tau * frequency * 2 * time) * Math.exp(-time * 3)
    case 'keys':
      return (time) =>
        Math.sin(tau * frequency * time + Math.sin(tau * frequency * time) * 0.9 * Math.exp(-time * 3)) * 0.85 +
        Math.sin(tau * frequency * 14 * time) * 0.05 * Math.exp(-time * 18)
    case 'flute':
      return (time) => {
        const phase = tau * (frequency * time + vibrato(time, frequency, 0.003))
        return 0.85 * Math.sin(phase) + 0.14 * Math.sin(2 * phase) + 0.03 * (random() * 2 - 1)
      }
    case 'kick':
      // The pitch drops from 155 to 45 Hz; the phase is its integral.
      return (time) => Math.sin(tau * (45 * time + (110 / 30) * (1 - Math.exp(-time * 30))))
    case 'snare':
      return (time) => 0.7 * (random() * 2 - 1) + 0.5 * Math.sin(tau * 190 * time)
    case 'hat':
    case 'shaker':
      return () => random() * 2 - 1
  }
}

/** Added to a phase: starts after 0.15 s, at 5.2 Hz, `depth` as a share of the frequency. */
function vibrato(time: number, frequency: number, depth: number): number {
  return time < 0.15 ? 0 : ((depth * frequency) / (tau * 5.2)) * (1 - Math.cos(tau * 5.2 * (time - 0.15)))
}

/** Two one-pole low-passes; some instruments open or close over the note. Hats and shakers keep what the filter takes away. */
function lowPass(samples: Float32Array, instrument: Instrument, sampleRate: number): void {
  const keepsHighs = instrument === 'hat' || instrument === 'shaker'
  let first = 0
  let second = 0
  for (let index = 0; index < samples.length; index += 1) {
    const input = samples[index] ?? 0
    const coefficient = cutoff(instrument, index / sampleRate)
    first += coefficient * (input - first)
    second += coefficient * (first - second)
    samples[index] = keepsHighs ? input - first : second
  }
}

function cutoff(instrument: Instrument, time: number): number {
  switch (instrument) {
    case 'pad':
      return 0.09 + 0.045 * Math.sin(time * 1.3)
    case 'bass':
      return 0.06 + 0.2 * Math.exp(-time * 9)
    case 'lead':
      return 0.34
    case 'snare':
      return 0.6
    case 'hat':
    case 'shaker':
      return 0.35
    default:
      return 0.85
  }
}
