import type { Voice } from './score.ts'

/**
 * A genre as data. Patterns are for one bar; steps are separated by spaces and written `beat:length:notes`. Accompaniment: `C` is the whole
 * chord, `U` all but its lowest voice, a number is one voice (numbers beyond the chord continue in the next octave). Bass: a degree of the
 * chord (1 3 5 8), `a` leads to the next root. Drums: sixteenths, `X` loud, `x` normal, `o` soft.
 */
export type Style = {
  tempo: [number, number]
  beatsPerBar: 3 | 4
  /** Swing: the position of every second eighth (or sixteenth, in `swingSixteenths`); 0.5 is even. */
  swing: number
  swingSixteenths?: boolean
  minor: number
  modes: { major: string[]; minor: string[] }
  /** One chord per bar, for four or eight bars; the second list is the chorus. */
  progressions: { major: [string[], string[]]; minor: [string[], string[]] }
  /** The number of bars that a chord lasts. */
  barsPerChord: number
  leads: Voice[]
  comps: Voice[]
  pads: (Voice | null)[]
  basses: Voice[]
  comp: string[]
  bass: string[]
  drums: DrumPattern[]
  fills: DrumPattern[]
  /** Rhythms of the melody, in beats; `r` is a rest. */
  rhythms: string[]
  /** Range of the melody. */
  range: [number, number]
  /** The range of a chord and its number of voices. */
  voicing: { low: number; high: number; size: number }
  room: [number, number]
  echo: number | null
  pump: number
  vinyl: boolean
  low: number
  high: number
  /** Level of each role relative to its usual one, in decibels. */
  levels?: Partial<Record<'lead' | 'comp' | 'pad' | 'bass' | 'drums', number>>
}

export type DrumPattern = Partial<Record<Voice, string>>

export const styleNames = ['ambient', 'lo-fi', 'synthwave', 'waltz', 'march', 'techno', 'folk', 'cinematic', 'ballad'] as const
export type StyleName = (typeof styleNames)[number]
