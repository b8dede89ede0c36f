import { applyFilter, highShelf, lowPass, peak } from '../sound/filters.ts'
import { sampleRate } from '../sound/pcm.ts'
import type { Random } from '../random.ts'
import { drumNote } from './drums.ts'
import { halfRate } from './room.ts'
import { frequencyOf, reedNote, stringNote, struckNote } from './tones.ts'
import type { NoteOptions, Partial as Resonance, Reed, StereoNote } from './tones.ts'
import type { Voice } from './score.ts'

/** Release time in seconds; drums are not released. */
export const releases: Partial<Record<Voice, number>> = {
  piano: 0.28,
  rhodes: 0.22,
  guitar: 0.25,
  harp: 0.9,
  bell: 1.2,
  glockenspiel: 0.9,
  marimba: 0.4,
  pizzicato: 0.15,
  strings: 0.42,
  pad: 1.1,
  choir: 0.55,
  organ: 0.12,
  accordion: 0.11,
  flute: 0.16,
  brass: 0.14,
  lead: 0.14,
  stab: 0.18,
  bass: 0.12,
  'synth-bass': 0.06,
  tuba: 0.12,
}

/** Gains that make all voices equally loud at a velocity of 1, measured with the K weighting over their first half second. */
export const trims: Partial<Record<Voice, number>> = {
  piano: 0.76,
  rhodes: 0.34,
  guitar: 0.85,
  harp: 0.8,
  bell: 0.36,
  glockenspiel: 0.45,
  marimba: 0.58,
  pizzicato: 1.1,
  strings: 0.33,
  pad: 0.58,
  choir: 0.39,
  organ: 0.25,
  accordion: 0.28,
  flute: 0.3,
  brass: 0.29,
  lead: 0.31,
  stab: 0.53,
  bass: 0.7,
  'synth-bass': 0.34,
  tuba: 0.31,
}

const lowered = (hertz: number, from: number, power: number) => (hertz <= from ? 1 : (from / hertz) ** power)
const bump = (hertz: number, centre: number, width: number) => 1 / (1 + ((hertz - centre) / width) ** 2)
const always = (value: number) => () => value

/** The vowel that a choir sings, as resonances of the throat. */
const ah = (hertz: number) =>
  bump(hertz, 700, 130) + 0.5 * bump(hertz, 1_120, 150) + 0.22 * bump(hertz, 2_700, 260) + 0.1 * bump(hertz, 3_600, 300) + 0.02
const oh = (hertz: number) => bump(hertz, 430, 110) + 0.35 * bump(hertz, 800, 120) + 0.06 * bump(hertz, 2_700, 300) + 0.015
const body = (hertz: number) =>
  0.55 + 0.6 * bump(hertz, 280, 90) + 0.5 * bump(hertz, 460, 130) + 0.5 * bump(hertz, 1_200, 500) + 0.35 * bump(hertz, 2_600, 700)

const reeds: Partial<Record<Voice, Reed>> = {
  strings: {
    dull: (n, hertz) => n ** -1.35 * body(hertz) * lowered(hertz, 1_800, 1.4),
    bright: (n, hertz) => n ** -1.05 * body(hertz) * lowered(hertz, 3_200, 1.3),
    colour: (time) => 0.35 + 0.4 * Math.min(1, time / 0.6),
    detune: [-9, -3, 4, 8],
    vibrato: [5.4, 9, 0.15],
    attack: 0.13,
    decay: 0,
  },
  pad: {
    dull: (n, hertz) => n ** -1.7 * lowered(hertz, 900, 0.9),
    bright: (n, hertz) => n ** -1.2 * lowered(hertz, 2_000, 1.1),
    colour: (time) => 0.4 + 0.35 * Math.sin(time * 0.9),
    detune: [-11, 0, 10],
    vibrato: [0.4, 5, 0],
    attack: 0.55,
    decay: 0,
  },
  choir: {
    dull: (n, hertz) => n ** -0.75 * oh(hertz),
    bright: (n, hertz) => n ** -0.75 * ah(hertz),
    colour: (time) => Math.min(0.85, 0.15 + time * 0.5),
    detune: [-13, -4, 5, 12],
    vibrato: [5, 14, 0.1],
    attack: 0.22,
    decay: 0,
    breath: [0.025, 3],
  },
  organ: {
    dull: (n) => [0, 0.5, 1, 0.42, 0.6, 0, 0.3, 0, 0.34, 0, 0, 0, 0.12, 0, 0, 0, 0.14][n] ?? 0,
    bright: (n) => [0, 0.5, 1, 0.45, 0.7, 0, 0.4, 0, 0.45, 0, 0.12, 0, 0.22, 0, 0, 0, 0.25][n] ?? 0,
    colour: always(0.5),
    detune: [-2, 2.5],
    vibrato: [5.8, 5, 0],
    attack: 0.02,
    decay: 0,
    octaveDown: true,
  },
  accordion: {
    dull: (n, hertz) => (n % 2 === 1 ? 1 : 0.65) * n ** -1 * lowered(hertz, 2_200, 1),
    bright: (n, hertz) => (n % 2 === 1 ? 1 : 0.75) * n ** -0.8 * lowered(hertz, 3_000, 1.1),
    colour: (time) => Math.min(0.8, 0.4 + time * 0.5),
    detune: [-7, 0, 8],
    vibrato: [5, 3, 0.3],
    attack: 0.035,
    decay: 0,
  },
  flute: {
    dull: (n) => [0, 1, 0.22, 0.1, 0.03, 0.012][n] ?? 0,
    bright: (n) => [0, 1, 0.5, 0.26, 0.1, 0.05, 0.025, 0.01][n] ?? 0,
    colour: (time) => (time < 0.07 ? 0.8 : 0.4),
    detune: [0],
    vibrato: [4.9, 16, 0.3],
    attack: 0.05,
    decay: 0,
    breath: [0.09, 1.9],
  },
  brass: {
    dull: (n, hertz) => n ** -1.6 * lowered(hertz, 1_100, 1.2),
    bright: (n, hertz) => n ** -0.8 * lowered(hertz, 2_300, 1.5),
    colour: (time) => (time < 0.09 ? time * 9 : 0.62 + 0.18 * Math.exp(-(time - 0.09) * 4)),
    detune: [-4, 4],
    vibrato: [4.6, 7, 0.5],
    attack: 0.045,
    decay: 0,
  },
  tuba: {
    dull: (n, hertz) => n ** -1.25 * lowered(hertz, 500, 1.1),
    bright: (n, hertz) => n ** -0.85 * lowered(hertz, 900, 1.5),
    colour: (time) => Math.min(0.6, time * 9),
    detune: [-3, 3],
    vibrato: [4, 3, 0.6],
    attack: 0.035,
    decay: 0.6,
  },
  lead: {
    dull: (n, hertz) => n ** -1.3 * lowered(hertz, 1_500, 1),
    bright: (n, hertz) => n ** -1 * lowered(hertz, 4_500, 1.2),
    colour: (time) => 0.35 + 0.6 * Math.exp(-time * 4),
    detune: [-7, 6],
    vibrato: [5.2, 11, 0.28],
    attack: 0.012,
    decay: 0.25,
  },
  stab: {
    dull: (n, hertz) => n ** -1.4 * lowered(hertz, 900, 1.2),
    bright: (n, hertz) => n ** -0.95 * lowered(hertz, 3_800, 1.2),
    colour: (time) => Math.exp(-time * 9),
    detune: [-9, 0, 8],
    vibrato: [5, 0, 9],
    attack: 0.004,
    decay: 2.6,
  },
  'synth-bass': {
    dull: (n, hertz) => (n === 1 ? 1.5 : n ** -1.2) * lowered(hertz, 220, 1.1),
    bright: (n, hertz) => (n === 1 ? 1.3 : n ** -0.95) * lowered(hertz, 1_300, 1.2),
    colour: (time) => 0.1 + 0.9 * Math.exp(-time * 11),
    detune: [-3, 3],
    vibrato: [5, 0, 9],
    attack: 0.005,
    decay: 0.7,
  },
}

/** The partials of a piano string: slightly stiff, two strings slightly detuned, without every eighth partial, which the hammer damps. */
function pianoPartials(pitch: number): Resonance[] {
  const hertz = frequencyOf(pitch)
  const stiffness = 0.00032 * 2 ** ((pitch - 60) / 14)
  const partials: Resonance[] = []
  const count = Math.min(17, Math.floor(9_000 / hertz))
  const slow = 0.32 * 2 ** ((pitch - 60) / 18)
  for (let n = 1; n <= count; n += 1) {
    const ratio = n * Math.sqrt(1 + stiffness * n * n)
    const hammer = Math.abs(Math.sin((Math.PI * n) / 7.6)) + 0.08
    const level = 0.42 * hammer * n ** -0.62 * Math.exp(-n * (0.11 + 0.004 * Math.max(0, pitch - 48)))
    // The low partials decay in two stages, as the strings get out of phase; the second stage of the high ones is inaudible.
    partials.push({ ratio, level: level * 0.62, decay: slow * 3.4 + n * 0.34 })
    if (n <= 6) partials.push({ ratio: ratio * 1.0006, level: level * 0.38, decay: slow + n * 0.2 })
  }
  return partials
}

const resonances: Partial<Record<Voice, (pitch: number) => { partials: Resonance[]; knock: number }>> = {
  piano: (pitch) => ({ partials: pianoPartials(pitch), knock: 0.16 }),
  rhodes: (pitch) => ({
    partials: [
      { ratio: 1, level: 0.62, decay: 0.9 + (pitch - 40) * 0.012 },
      { ratio: 2, level: 0.16, decay: 1.6 },
      { ratio: 3, level: 0.07, decay: 2.6 },
      { ratio: 4, level: 0.03, decay: 3.4 },
      { ratio: 7.02, level: 0.07, decay: 13 },
      { ratio: 14.1, level: 0.015, decay: 26 },
    ],
    knock: 0.06,
  }),
  bell: () => ({
    partials: [
      { ratio: 0.5, level: 0.14, decay: 0.9 },
      { ratio: 1, level: 0.5, decay: 1.4 },
      { ratio: 1.19, level: 0.14, decay: 1.9 },
      { ratio: 2, level: 0.22, decay: 2.2 },
      { ratio: 2.52, level: 0.08, decay: 3 },
      { ratio: 3.01, level: 0.09, decay: 3.6 },
      { ratio: 4.17, level: 0.05, decay: 5 },
      { ratio: 5.43, level: 0.03, decay: 7 },
    ],
    knock: 0.03,
  }),
  glockenspiel: () => ({
    partials: [
      { ratio: 1, level: 0.5, decay: 2 },
      { ratio: 2.76, level: 0.16, decay: 4.5 },
      { ratio: 5.4, level: 0.06, decay: 9 },
    ],
    knock: 0.05,
  }),
  marimba: () => ({
    partials: [
      { ratio: 1, level: 0.6, decay: 4.5 },
      { ratio: 3.93, level: 0.12, decay: 11 },
      { ratio: 9.6, level: 0.03, decay: 24 },
    ],
    knock: 0.1,
  }),
}

/** Voices without audible content above 10 kHz. */
const withoutHighs = new Set<Voice>([
  'piano',
  'rhodes',
  'bell',
  'marimba',
  'strings',
  'pad',
  'choir',
  'organ',
  'accordion',
  'flute',
  'brass',
  'tuba',
])

/** The rate at which a voice is rendered and mixed. */
export const rateOf = (voice: Voice) => (withoutHighs.has(voice) ? halfRate : sampleRate)

/**
 * Renders one note of a voice at full velocity and at the voice's rate, at least as long as it is held. The same random numbers give the
 * same note.
 */
export function renderNote(voice: Voice, pitch: number, seconds: number, random: Random): StereoNote {
  const drum = drumNote(voice, pitch, seconds, random)
  if (drum) return { left: drum, right: drum }
  const options: NoteOptions = { seconds, rate: rateOf(voice), random }
  const reed = reeds[voice]
  if (reed) return reedNote(reed, pitch, options)
  const resonance = resonances[voice]?.(pitch)
  const note = resonance
    ? struckNote(resonance.partials, pitch, { ...options, knock: resonance.knock })
    : pluckedNote(voice, pitch, options.seconds, options.random)
  return { left: note, right: note }
}

function pluckedNote(voice: Voice, pitch: number, seconds: number, random: Random): Float32Array {
  const rate = sampleRate
  if (voice === 'bass') {
    const note = stringNote({ ring: 3.2, pick: 0.12, place: 0.22, damping: 0.85 }, pitch, seconds, random)
    applyFilter(lowPass({ rate, frequency: 1_400 }), note)
    applyFilter(peak({ rate, frequency: 90, q: 0.8, decibels: 4 }), note)
    return note
  }
  if (voice === 'pizzicato') {
    const note = stringNote({ ring: 0.9, pick: 0.3, place: 0.3, damping: 0.7 }, pitch, seconds, random)
    applyFilter(peak({ rate, frequency: 420, q: 0.9, decibels: 5 }), note)
    return note
  }
  if (voice === 'harp') {
    const note = stringNote({ ring: 5, pick: 0.34, place: 0.42, damping: 0.5 }, pitch, seconds, random)
    applyFilter(highShelf({ rate, frequency: 4_000, decibels: -3 }), note)
    return note
  }
  const note = stringNote({ ring: 4, pick: 0.5, place: 0.16, damping: 0.6 }, pitch, seconds, random)
  // Applies the resonances of a guitar body.
  applyFilter(peak({ rate, frequency: 105, q: 1.6, decibels: 4 }), note)
  applyFilter(peak({ rate, frequency: 215, q: 1.6, decibels: 3 }), note)
  applyFilter(highShelf({ rate, frequency: 5_000, decibels: -4 }), note)
  return note
}
