import { Note, Scale } from 'tonal'

/** A key with its mode. Pitches are MIDI numbers; pitch classes 0..11 count from C. */
export type Key = { tonic: number; minor: boolean; /** Semitones above the tonic, ascending. */ steps: number[] }

export type Chord = {
  /** As written in the progression, for instance `bVII` or `ii7`. */
  name: string
  root: number
  /** Pitch classes, the root first. */
  tones: number[]
  minor: boolean
}

export function keyOf(tonic: string, mode: string): Key {
  const steps = Scale.get(`${tonic} ${mode}`).intervals.map((name) => Note.chroma(Note.transpose('C', name)) ?? 0)
  return { tonic: Note.chroma(tonic) ?? 0, minor: steps.includes(3) && !steps.includes(4), steps }
}

const degrees = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII']
const majorSteps = [0, 2, 4, 5, 7, 9, 11]
const shapes: Record<string, { major: number[]; minor: number[] }> = {
  '': { major: [0, 4, 7], minor: [0, 3, 7] },
  '7': { major: [0, 4, 7, 10], minor: [0, 3, 7, 10] },
  maj7: { major: [0, 4, 7, 11], minor: [0, 3, 7, 11] },
  '9': { major: [0, 4, 7, 10, 2], minor: [0, 3, 7, 10, 2] },
  maj9: { major: [0, 4, 7, 11, 2], minor: [0, 3, 7, 11, 2] },
  add9: { major: [0, 4, 7, 2], minor: [0, 3, 7, 2] },
  '6': { major: [0, 4, 7, 9], minor: [0, 3, 7, 9] },
  sus4: { major: [0, 5, 7], minor: [0, 5, 7] },
  sus2: { major: [0, 2, 7], minor: [0, 2, 7] },
  '5': { major: [0, 7], minor: [0, 7] },
  dim: { major: [0, 3, 6], minor: [0, 3, 6] },
  m7b5: { major: [0, 3, 6, 10], minor: [0, 3, 6, 10] },
}

const modulo = (value: number) => ((value % 12) + 12) % 12

/**
 * Returns a chord of a key by its Roman numeral, counted from the major scale on the same tonic: `b` lowers the root, lower-case numerals
 * are minor, and a suffix is one of `shapes`. `V/vi` is the dominant of the sixth degree.
 */
export function chordOf(key: Key, name: string): Chord {
  const [written = 'I', target] = name.split('/')
  const [, flat = '', numeral = 'I', shape = ''] = /^(b?)([IViv]+)((?:[^IViv].*)?)$/.exec(written) ?? []
  const over = target ? chordOf(key, target).root : key.tonic
  const root = modulo(over + (majorSteps[degrees.indexOf(numeral.toUpperCase())] ?? 0) - (flat ? 1 : 0))
  const minor = numeral === numeral.toLowerCase()
  const found = shapes[shape] ?? shapes['']
  const tones = (minor ? found?.minor : found?.major)?.map((step) => modulo(root + step)) ?? [root]
  return { name, root, tones, minor: minor && !['sus2', 'sus4', '5'].includes(shape) }
}

/** Returns the pitch classes that a melody may use over a chord: those of the key, adjusted where they clash with the chord. */
export function scaleOver(key: Key, chord: Chord): number[] {
  // The raised seventh of a minor key belongs to its dominant; elsewhere it would leave a gap of three semitones.
  const raised = modulo(key.tonic + 11)
  const steps =
    key.minor && key.steps.includes(11) && !chord.tones.includes(raised) ? key.steps.map((step) => (step === 11 ? 10 : step)) : key.steps
  const kept = steps
    .map((step) => modulo(key.tonic + step))
    .filter((pitch) => !chord.tones.some((tone) => tone !== pitch && [1, 11].includes(modulo(tone - pitch)) && !inKey(key, tone)))
  return [...new Set([...kept, ...chord.tones.filter((tone) => !inKey(key, tone) || chord.tones.indexOf(tone) < 3)])].toSorted(
    (a, b) => a - b,
  )
}

export const inKey = (key: Key, pitch: number) => key.steps.includes(modulo(pitch - key.tonic))

/** All pitches of these classes from `low` to `high`, ascending. */
export function pitchesIn(classes: number[], low: number, high: number): number[] {
  const pitches: number[] = []
  for (let pitch = low; pitch <= high; pitch += 1) if (classes.includes(modulo(pitch))) pitches.push(pitch)
  return pitches
}

export const nearest = (pitches: number[], wanted: number): number =>
  pitches.reduce((best, pitch) => (Math.abs(pitch - wanted) < Math.abs(best - wanted) ? pitch : best), pitches[0] ?? wanted)

/** The pitch of a class nearest to another pitch. */
export function nearestOf(pitchClass: number, wanted: number): number {
  const up = modulo(pitchClass - wanted)
  return up <= 6 ? wanted + up : wanted + up - 12
}

/**
 * Voices a chord near the chord before it: each voice moves as little as it can, and none leaves `low`..`high`. The result has `size`
 * voices; the root may be left to the bass.
 */
export function voice(chord: Chord, before: number[] | null, { low, high, size }: { low: number; high: number; size: number }): number[] {
  const classes = chord.tones.length > size ? dropLessNeeded(chord.tones, size) : chord.tones
  const pitches = pitchesIn(classes, low, high)
  let best: number[] = pitches.slice(0, size)
  let bestCost = Infinity
  const centre = (low + high) / 2
  for (let start = 0; start + 1 < pitches.length; start += 1) {
    const candidate = stack(pitches, start, classes, size)
    const missing = Math.min(size, classes.length) - candidate.length
    if (missing > 1) continue
    const mean = candidate.reduce((sum, pitch) => sum + pitch, 0) / candidate.length
    const movement = before
      ? candidate.reduce((sum, pitch, index) => sum + Math.abs(pitch - (before[index] ?? before.at(-1) ?? pitch)), 0)
      : 0
    const cost = movement + 0.35 * Math.abs(mean - centre) * candidate.length + 3 * missing
    if (cost < bestCost) {
      best = candidate
      bestCost = cost
    }
  }
  return best
}

/** Pitches from `low` upwards, with every class once before any repeats. */
function stack(pitches: number[], start: number, classes: number[], size: number): number[] {
  const taken: number[] = []
  const seen = new Set<number>()
  for (let index = start; index < pitches.length && taken.length < size; index += 1) {
    const pitch = pitches[index] ?? 0
    if (seen.has(modulo(pitch)) && seen.size < classes.length) continue
    // A semitone between neighbours sounds muddy.
    if (taken.length > 0 && pitch - (taken.at(-1) ?? 0) < 2) continue
    seen.add(modulo(pitch))
    taken.push(pitch)
  }
  return taken
}

/** Drops tones of a chord that is too large: the fifth first, then the root, which the bass plays. */
function dropLessNeeded(tones: number[], size: number): number[] {
  const [root, third, fifth, ...others] = tones
  const order = [third, ...others, root, fifth].filter((tone) => tone !== undefined)
  return order.slice(0, size)
}
