import { Note, Scale } from 'tonal'
import { pick, randomFor } from '../random.ts'
import type { Random } from '../random.ts'
import { styleFor } from './mood.ts'
import type { Style } from './mood.ts'

export type Instrument = 'pad' | 'bass' | 'pluck' | 'lead' | 'bell' | 'keys' | 'flute' | 'kick' | 'snare' | 'hat' | 'shaker'

export type NoteEvent = {
  instrument: Instrument
  /** Seconds from the beginning. */
  start: number
  /** Seconds until the note is let go; drums have their own length. */
  length: number
  /** MIDI number; 0 for drums. */
  pitch: number
  /** 0..1. */
  velocity: number
}

export type Score = { events: NoteEvent[]; seconds: number; style: Style }

/** One pass of the melody's rhythm and contour over a bar, in eighths and scale steps. */
type Motif = { step: number; eighths: number; rest: boolean }[]

type Choices<T> = readonly [T, ...T[]]

type Section = { melody: boolean; drums: boolean; bass: boolean; arpeggio: boolean }

const majorProgressions: Choices<number[]> = [
  [0, 4, 5, 3],
  [0, 5, 3, 4],
  [0, 3, 0, 4],
  [3, 0, 4, 5],
  [0, 2, 3, 4],
]
const minorProgressions: Choices<number[]> = [
  [0, 5, 2, 6],
  [0, 3, 5, 4],
  [0, 6, 5, 6],
  [0, 3, 0, 4],
  [5, 6, 0, 0],
]
const arpeggioPatterns: Choices<number[]> = [
  [0, 2, 4, 7, 4, 2, 4, 2],
  [0, 4, 7, 9, 7, 4, 2, 4],
  [7, 4, 2, 0, 2, 4, 7, 9],
  [0, 4, 2, 7, 4, 9, 7, 4],
]

function createMotif(random: Random): Motif {
  const motif: Motif = []
  for (let filled = 0; filled < 8;) {
    const eighths = Math.min(8 - filled, pick(random, [1, 1, 2, 2, 3, 4]))
    motif.push({ step: pick(random, [-2, -1, -1, 0, 1, 1, 2, 3]), eighths, rest: filled > 0 && random() < 0.18 })
    filled += eighths
  }
  return motif
}

/** Which voices play in a bar: the piece grows, rests once in the middle, and thins out at the end. */
function sectionOf(bar: number, bars: number): Section {
  const at = bars <= 1 ? 0.5 : bar / bars
  const breakdown = bars >= 12 && at >= 0.5 && at < 0.6
  return {
    arpeggio: true,
    bass: (bar > 0 || bars < 4) && !breakdown,
    melody: bar >= Math.min(2, Math.floor(bars / 4)) && !breakdown,
    drums: bar >= Math.min(4, Math.floor(bars / 4)) && !breakdown && bar < bars - 1,
  }
}

/** Composes a piece of the given length; the same prompt and seed give the same score. */
export function composeMusic(prompt: string, seed: number, seconds: number): Score {
  const random = randomFor(seed, 'music')
  const style = styleFor(prompt, random)
  const tonic = pick(random, ['C', 'D', 'Eb', 'E', 'F', 'G', 'A', 'Bb'])
  const scale = Scale.get(`${tonic}3 ${style.scale}`).notes
  const progression = pick(random, style.minor ? minorProgressions : majorProgressions)
  const arpeggio = pick(random, arpeggioPatterns)
  const motifs = [createMotif(random), createMotif(random)]
  const phrase = pick(random, [
    [0, 0, 1, 0],
    [0, 1, 0, 1],
    [0, 0, 0, 1],
  ])

  const beat = 60 / style.bpm
  const eighth = beat / 2
  const barLength = beat * 4
  const bars = Math.max(1, Math.ceil(seconds / barLength))
  const events: NoteEvent[] = []

  /** The MIDI number of a scale step counted from the tonic; steps go on into the octaves around. */
  function pitchOf(step: number): number {
    const octave = Math.floor(step / scale.length)
    const name = scale[step - octave * scale.length] ?? `${tonic}3`
    return (Note.midi(name) ?? 48) + 12 * octave
  }

  function play(instrument: Instrument, start: number, length: number, pitch: number, velocity: number): void {
    // A little unevenness, as from hands; drums keep strict time.
    const swing = pitch > 0 ? (random() - 0.5) * 0.012 : 0
    events.push({ instrument, start: Math.max(0, start + swing), length, pitch, velocity: velocity * (0.88 + 0.24 * random()) })
  }

  let melodyStep = 7
  for (let bar = 0; bar < bars; bar += 1) {
    const start = bar * barLength
    const isLast = bar === bars - 1
    // The piece comes home at its end.
    const chord = isLast ? 0 : (progression[bar % progression.length] ?? 0)
    const section = sectionOf(bar, bars)
    playChord(start, chord)
    if (section.bass) playBass(start, chord)
    if (section.arpeggio) playArpeggio(start, chord, bar)
    if (section.melody) playMelody(start, chord, motifs[phrase[bar % 4] ?? 0] ?? [], isLast)
    if (section.drums) playDrums(start, bar)
  }
  return { events: events.filter((event) => event.start < seconds - 0.1), seconds, style }

  function playChord(start: number, chord: number): void {
    for (const step of [0, 2, 4, style.space > 0.7 ? 6 : 7]) {
      play('pad', start, barLength, pitchOf(chord + step) + (step === 0 ? 0 : 12), 0.11)
    }
  }

  function playBass(start: number, chord: number): void {
    const root = pitchOf(chord) - 12
    if (style.drums === 'none') {
      play('bass', start, beat * 3.6, root, 0.26)
      return
    }
    for (let at = 0; at < 8; at += 1) {
      const onBeat = at % (style.drums === 'full' ? 2 : 4) === 0
      if (!onBeat && random() > 0.22) continue
      const fifth = at === 6 && random() < 0.5 ? 7 : 0
      play('bass', start + at * eighth, eighth * 0.9, root + fifth, onBeat ? 0.3 : 0.22)
    }
  }

  function playArpeggio(start: number, chord: number, bar: number): void {
    for (let at = 0; at < 8; at += 1) {
      if (at % 4 !== 0 && random() > style.density) continue
      const lift = bar % 8 >= 4 ? 7 : 0
      play('pluck', start + at * eighth, eighth * 1.6, pitchOf(chord + (arpeggio[at] ?? 0) + lift), at % 2 === 0 ? 0.12 : 0.09)
    }
  }

  function playMelody(start: number, chord: number, motif: Motif, isLast: boolean): void {
    if (isLast) {
      play(style.lead, start, barLength * 0.9, pitchOf(7) + 12, 0.16)
      return
    }
    let at = 0
    for (const note of motif) {
      melodyStep = Math.max(4, Math.min(15, melodyStep + note.step))
      // Long notes and the first of the bar belong to the chord: it is what makes a walk a melody.
      if (at === 0 || note.eighths >= 3) melodyStep = nearestChordStep(melodyStep, chord)
      if (!note.rest) play(style.lead, start + at * eighth, eighth * note.eighths * 0.92, pitchOf(melodyStep) + 12, 0.17)
      at += note.eighths
    }
  }

  function nearestChordStep(step: number, chord: number): number {
    const tones = [-3, 0, 2, 4, 7, 9, 11, 14].map((offset) => chord + offset)
    return tones.reduce((best, tone) => (Math.abs(tone - step) < Math.abs(best - step) ? tone : best))
  }

  function playDrums(start: number, bar: number): void {
    if (style.drums === 'none') return
    const sixteenth = beat / 4
    for (let at = 0; at < 16; at += 1) {
      const time = start + at * sixteenth
      if (style.drums === 'soft') {
        if (at === 0 || at === 10) play('kick', time, 0, 0, 0.34)
        if (at % 4 === 2) play('shaker', time, 0, 0, 0.09)
        if (at === 8) play('snare', time, 0, 0, 0.1)
        continue
      }
      if (at % 4 === 0) play('kick', time, 0, 0, 0.5)
      if (at === 4 || at === 12) play('snare', time, 0, 0, 0.26)
      if (at % 4 === 2 || random() < 0.25) play('hat', time, 0, 0, at % 4 === 2 ? 0.12 : 0.06)
      if (bar % 4 === 3 && at >= 13) play('snare', time, 0, 0, 0.12)
    }
  }
}
