import { foldText } from '../i18n/fold-text.ts'

const latin = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const cyrillic = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

const exchange = (from: string, to: string) => {
  const keys = new Map([...from].map((letter, index) => [letter, [...to][index] ?? letter]))
  return (text: string) => [...text].map((letter) => keys.get(letter) ?? letter).join('')
}
const asIfCyrillic = exchange(latin, cyrillic)
const asIfLatin = exchange(cyrillic, latin)

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** Returns the possible meanings of typed text: as typed, and as the same keys would write it in the other layout. */
export function readings(typed: string): string[] {
  const plain = typed.toLocaleLowerCase('ru').trim()
  return [...new Set([plain, asIfCyrillic(plain), asIfLatin(plain)].map((reading) => foldText(reading).trim()))].filter(Boolean)
}

/**
 * Returns the match quality of a line, from 0 (none) to 1 (best). Every typed word must match: the start of a word, its inside, or its
 * letters in order. `also` are hidden synonyms.
 */
export function fitness(typed: string, line: string, also = ''): number {
  const all = readings(typed)
  if (all.length === 0) return 1
  return Math.max(...all.map((reading, index) => fit(reading, foldText(line), foldText(also)) * (index === 0 ? 1 : 0.9)))
}

function fit(typed: string, line: string, also: string): number {
  if (line.startsWith(typed)) return 1
  const scores = wordsOf(typed).map((word) => Math.max(fitWord(word, line), 0.8 * fitWord(word, also)))
  if (scores.length === 0 || scores.includes(0)) return 0
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

function fitWord(word: string, line: string): number {
  const words = wordsOf(line)
  if (words.some((one) => one.startsWith(word))) return 0.9
  if (word.length > 1 && line.includes(word)) return 0.7
  // A typo or an abbreviation has the letters in order, close together, from the start of a word.
  return word.length > 2 && words.some((one) => isShortFor(word, one)) ? 0.4 : 0
}

function isShortFor(short: string, word: string): boolean {
  if (short[0] !== word[0]) return false
  let at = 0
  for (const letter of word) if (letter === short[at]) at += 1
  return at === short.length && short.length * 3 >= word.length
}
