import type { Entry } from './lexicon.ts'
import { realWords } from './words/real.ts'

/** Shorter words have too many similar words to guess from. */
const shortest = 6
/** From this length on any letter may be wrong; in shorter words only a letter that is close on the keyboard or in sound. */
const surelyLong = 8

const keyboards = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю']
const soundAlikes = [
  'aeiouy',
  'аоеияуыюэ',
  'sc',
  'kc',
  'pb',
  'td',
  'vf',
  'sz',
  'nm',
  'бп',
  'вф',
  'гк',
  'дт',
  'жш',
  'зс',
  'шщ',
  'ьъ',
  'нм',
  'йи',
]

let index: { beginnings: Map<string, string[]>; ends: Map<string, string[]> } | null = null

/**
 * Corrects an unknown word: returns the only meaning within one slip (a letter wrong, missing or doubled, or two swapped). The first letter
 * is assumed to be right, and real words that look similar are left alone.
 */
export function meantBy(key: string, words: ReadonlyMap<string, Entry>): Entry | null {
  if (key.length < shortest || key.length > 24 || realWords().has(key)) return null
  index ??= indexOf(words)
  let found: Entry | null = null
  const candidates = [...(index.beginnings.get(key.slice(0, 3)) ?? []), ...(index.ends.get(key.slice(-3)) ?? []), ...swapsOf(key)]
  for (const form of candidates) {
    if (form[0] !== key[0] || Math.abs(form.length - key.length) > 1 || !isOneSlip(key, form)) continue
    const entry = words.get(form)
    if (!entry) continue
    if (found && signature(found) !== signature(entry)) return null
    found ??= entry
  }
  return found && found.senses.length > 0 ? found : null
}

/**
 * Indexes the forms by their first and last three letters: one slip leaves one of the two intact, except a swap in the middle of six
 * letters, which `swapsOf` finds.
 */
function indexOf(words: ReadonlyMap<string, Entry>): NonNullable<typeof index> {
  const beginnings = new Map<string, string[]>()
  const ends = new Map<string, string[]>()
  for (const form of words.keys()) {
    if (form.length < shortest) continue
    put(beginnings, form.slice(0, 3), form)
    put(ends, form.slice(-3), form)
  }
  return { beginnings, ends }
}

function put(table: Map<string, string[]>, at: string, form: string): void {
  const forms = table.get(at)
  if (forms) forms.push(form)
  else table.set(at, [form])
}

function swapsOf(key: string): string[] {
  return Array.from({ length: key.length - 2 }, (_, at) => key.slice(0, at + 1) + key[at + 2] + key[at + 1] + key.slice(at + 3))
}

/** Whether the Damerau–Levenshtein distance is one. */
function isOneSlip(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  const shorter = Math.min(one.length, other.length)
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const left = one.length - start - end
  const right = other.length - start - end
  if (left === 1 && right === 1) return one.length >= surelyLong || areConfused(one[start] ?? '', other[start] ?? '')
  if (left <= 1 && right <= 1) return left + right > 0
  return left === 2 && right === 2 && one[start] === other[start + 1] && one[start + 1] === other[start]
}

/** Whether two letters are neighbours on a keyboard or sound alike. */
function areConfused(one: string, other: string): boolean {
  if (soundAlikes.some((letters) => letters.includes(one) && letters.includes(other))) return true
  return keyboards.some((row, index) => {
    const at = row.indexOf(one)
    if (at < 0) return false
    const above = keyboards[index - 1] ?? ''
    const below = keyboards[index + 1] ?? ''
    return [row[at - 1], row[at + 1], above[at], above[at + 1], below[at - 1], below[at]].includes(other)
  })
}

const signature = (entry: Entry): string =>
  String(entry.quiet) + entry.senses.map(({ meaning, weak }) => `${meaning.kind}:${meaning.value}${weak ? '?' : ''}`).join()
