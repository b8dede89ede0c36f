import { isJoined, type Token } from './tokens.ts'
import type { Understanding } from './understanding.ts'

export type Key = NonNullable<Understanding['key']>

const german = new Map(Object.entries({ ais: 'A#', as: 'Ab', cis: 'C#', des: 'Db', dis: 'D#', es: 'Eb', fis: 'F#', gis: 'G#', ges: 'Gb' }))
const solfege = new Map(Object.entries({ до: 'C', ре: 'D', ми: 'E', фа: 'F', соль: 'G', ля: 'A', си: 'B' }))
const sharps = new Set(['sharp', 'диез'])
const flats = new Set(['flat', 'бемоль'])
const scales = new Map<string, boolean>([
  ...['major', 'maj', 'dur', 'мажор', 'мажоре', 'мажора', 'мажорный', 'дур'].map((word) => [word, false] as const),
  ...['minor', 'min', 'moll', 'минор', 'миноре', 'минора', 'минорный', 'моль', 'молль'].map((word) => [word, true] as const),
])

/** "D minor", "C# major", "b-flat minor", "A-dur", «ре минор», «до-диез минор» at this token. */
export function keyAt(tokens: readonly Token[], index: number): { key: Key; length: number } | null {
  const first = tokens[index]
  if (!first || first.key.length > 4) return null
  const [, letter, sign = ''] = /^([a-h])([#♯♭b]?)$/.exec(first.key) ?? []
  const named = letter?.toUpperCase() ?? solfege.get(first.key) ?? german.get(first.key)
  if (!named) return null

  let accidental = sign === '' ? '' : sign === '#' || sign === '♯' ? '#' : 'b'
  let at = index + 1
  const second = tokens[at]
  if (second && isJoined(second) && !accidental && (sharps.has(second.key) || flats.has(second.key))) {
    accidental = sharps.has(second.key) ? '#' : 'b'
    at += 1
  }
  const scale = tokens[at]
  const minor = scale && isJoined(scale) ? scales.get(scale.key) : undefined
  if (!scale || minor === undefined) return null

  const isGerman = scale.key === 'dur' || scale.key === 'moll'
  if (german.has(first.key) && !isGerman) return null
  // "A minor role" names no key: as a separate word, `a` must be a capital within a sentence, or follow "in".
  if (first.text === 'a' && (tokens[index - 1]?.key !== 'in' || tokens[at + 1]?.key === 'key')) return null
  if (first.text === 'A' && first.gap === 'stop' && tokens[at + 1]?.gap === 'space') return null
  // In German, H is the note B, and B is a semitone lower.
  const tonic = named === 'H' ? 'B' : named === 'B' && isGerman && !accidental ? 'Bb' : named
  return { key: { tonic: tonic + accidental, minor }, length: at - index + 1 }
}

const beats = new Set(['bpm', 'beats', 'уд', 'ударов', 'удара', 'удар'])
const tempos = new Set(['bpm', 'tempo', 'темп', 'темпе', 'темпом'])
const fillers = new Set(['of', 'at', 'is', 'в'])

/** Reads a tempo at this token: "120 bpm", "tempo of 90", «120 ударов в минуту», «темп 120». Only 30 to 300 can be played. */
export function beatsAt(tokens: readonly Token[], index: number): { bpm: number; length: number } | null {
  const first = tokens[index]
  if (!first) return null
  if (first.isNumber) {
    const next = tokens[index + 1]
    if (!next || !isJoined(next) || !beats.has(next.key)) return null
    const value = playable(first.key)
    return value === null ? null : { bpm: value, length: 2 }
  }
  if (!tempos.has(first.key)) return null
  let at = index + 1
  if (fillers.has(tokens[at]?.key ?? '')) at += 1
  const number = tokens[at]
  const value = number?.isNumber ? playable(number.key) : null
  return value === null ? null : { bpm: value, length: at - index + 1 }
}

function playable(digits: string): number | null {
  if (!/^[0-9]{2,3}$/.test(digits)) return null
  const value = Number(digits)
  return value >= 30 && value <= 300 ? value : null
}
