import { pick } from '../random.ts'
import type { Random } from '../random.ts'
import { nearest, pitchesIn, scaleOver } from './theory.ts'
import type { Chord, Key } from './theory.ts'

/** A note of a melody, in beats from the beginning of its phrase. */
export type MelodyNote = { beat: number; beats: number; pitch: number; /** Emphasis, 0..1. */ weight: number }

type Step = { beat: number; beats: number }
/** A rhythm for a bar, and the motion of the melody from note to note, in steps of the scale. */
type Motif = { steps: Step[]; moves: number[] }

export type MelodyOptions = {
  key: Key
  rhythms: string[]
  range: [number, number]
  beatsPerBar: number
  random: Random
}

/** Parses "r.5 .5 1 2": rests and notes, in beats. */
function parseRhythm(rhythm: string, beatsPerBar: number): Step[] {
  const steps: Step[] = []
  let beat = 0
  for (const word of rhythm.split(' ')) {
    const beats = Number(word.replace('r', ''))
    if (!word.startsWith('r') && beat < beatsPerBar) steps.push({ beat, beats: Math.min(beats, beatsPerBar - beat) })
    beat += beats
  }
  return steps
}

function createMotif(rhythm: string, { beatsPerBar, random }: MelodyOptions): Motif {
  const steps = parseRhythm(rhythm, beatsPerBar)
  const moves: number[] = []
  let drift = 0
  for (let index = 0; index < steps.length; index += 1) {
    // Moves mostly by steps; a leap is followed by a move in the other direction.
    const last = moves.at(-1) ?? 0
    const move = Math.abs(last) > 2 ? -Math.sign(last) : pick(random, [-1, -1, 1, 1, 1, -1, 2, -2, 0, 3, -3])
    const kept = Math.abs(drift + move) > 4 ? -move : move
    drift += kept
    moves.push(kept)
  }
  return { steps, moves }
}

/** The tail of a phrase: a long note on the first beat, with room to breathe after it. */
const cadence = (beatsPerBar: number): Motif => ({ steps: [{ beat: 0, beats: Math.max(1.5, beatsPerBar - 1) }], moves: [0] })

/**
 * Composes a melody over chords, one per bar. One or two motifs return, transposed with the chords; strong and long notes belong to their
 * chord. An open phrase ends away from the tonic, a closed one on it.
 */
export function composePhrase(chords: Chord[], close: 'open' | 'closed', options: MelodyOptions): MelodyNote[] {
  const { random, range, beatsPerBar, key, rhythms } = options
  const [first = '4', ...others] = rhythms
  const main = createMotif(pick(random, [first, ...others]), options)
  const answer = createMotif(pick(random, [first, ...others]), options)
  const plan = pick(random, ['ABA', 'AAB', 'ABB', 'AAA'])
  const arc = pick(random, [
    [0, 2, 4, 1],
    [2, 4, 1, 0],
    [0, 1, 3, 2],
    [3, 2, 4, 0],
    [1, 3, 5, 2],
  ])
  const [low, high] = range
  const home = low + (high - low) * 0.34
  const notes: MelodyNote[] = []
  let last: number | null = null
  chords.forEach((chord, bar) => {
    const inPhrase = bar % 4
    const isEnd = bar === chords.length - 1
    const isHalfway = inPhrase === 3 && !isEnd
    const motif = isEnd || (isHalfway && chords.length > 4) ? cadence(beatsPerBar) : plan[inPhrase] === 'B' ? answer : main
    const scale = pitchesIn(scaleOver(key, chord), low, high)
    const tones = pitchesIn(chord.tones.slice(0, 3), low, high)
    const target = home + (arc[inPhrase] ?? 0) * 1.5
    let pitch = nearest(tones, last === null ? target : (target + last * 1.2) / 2.2)
    motif.steps.forEach((step, index) => {
      const isStrong = isStrongBeat(step.beat, beatsPerBar) || step.beats >= 1.5
      if (index > 0) {
        const moved = move(scale, pitch, motif.moves[index] ?? 1)
        pitch = isStrong ? nearestBut(tones, moved, pitch) : moved
      } else if (isEnd) {
        pitch = endingPitch(chord, key, close, { tones, near: last ?? target })
      } else if (pitch === last && motif.steps.length > 1) {
        pitch = nearestBut(tones, target, pitch)
      }
      notes.push({ beat: bar * beatsPerBar + step.beat, beats: step.beats, pitch, weight: isStrong ? 1 : 0.8 })
      last = pitch
    })
  })
  return notes
}

export const isStrongBeat = (beat: number, beatsPerBar: number) => (beatsPerBar === 3 ? beat === 0 : beat % 2 === 0)

/** Moves some steps of the scale up or down, turning back at its ends. */
function move(scale: number[], from: number, steps: number): number {
  const at = scale.indexOf(nearest(scale, from))
  const to = at + steps
  const last = scale.length - 1
  return scale[to < 0 ? -to : to > last ? 2 * last - to : to] ?? from
}

/** The pitch nearest to a target except one, so that the melody keeps moving. */
function nearestBut(pitches: number[], wanted: number, but: number): number {
  const others = pitches.filter((pitch) => pitch !== but)
  return others.length > 0 ? nearest(others, wanted) : but
}

function endingPitch(chord: Chord, key: Key, close: 'open' | 'closed', { tones, near }: { tones: number[]; near: number }): number {
  const tonic = tones.filter((pitch) => pitch % 12 === key.tonic)
  if (close === 'closed' && tonic.length > 0) return nearest(tonic, near)
  const upper = tones.filter((pitch) => pitch % 12 !== chord.root)
  return nearest(upper.length > 0 ? upper : tones, near)
}
