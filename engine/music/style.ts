import type { Voice } from './score.ts'

/**
 * A genre as data. Patterns are for one bar; steps are separated by spaces and written `beat:length:notes`. Accompaniment: `C` is the
 * whole chord, `U` all but its lowest voice, a number one voice of it (they go on into the next octave). Bass: a degree of the chord (1 3
 * 5 8), `a` leads to the next root. Drums: sixteenths, `X` loud, `x` normal, `o` soft.
 */
export type Style = {
  tempo: [number, number]
  beatsPerBar: 3 | 4
  /** Swing: the position of every second eighth (or sixteenth, in `swingSixteenths`); 0.5 is even. */
  swing: number
  swingSixteenths?: boolean
  minor: number
  modes: { major: string[]; minor: string[] }
  /** One chord a bar, four or eight bars; those of the chorus come second. */
  progressions: { major: [string[], string[]]; minor: [string[], string[]] }
  /** Bars that one chord lasts. */
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
  /** Number of voices in a chord. */
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
