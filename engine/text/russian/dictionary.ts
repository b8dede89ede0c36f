import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** One reading of a word form. */
export type Parse = {
  /** NOUN, ADJF (adjective), PRTF (participle), VERB … in the names of OpenCorpora. */
  pos: string
  /** All grammemes: gender, number, case and kind, such as `Geox` for a place name. */
  tags: ReadonlySet<string>
  lemma: string
  /** How likely the reading is by itself, 0..1. */
  weight: number
  /** Another form of the same word: the first that has these grammemes; null if there is none. */
  inflect(wanted: readonly string[]): string | null
}

export type Dictionary = { parse(word: string): Parse[] }

const prefixes = ['', 'по', 'наи']
const missing = -1
const separator = 1
/** The codes of Windows-1251, in which the dictionary is written. */
const codeOf = (letter: string) => {
  const code = letter.charCodeAt(0)
  if (code >= 0x430 && code <= 0x44f) return code - 0x350
  if (letter === 'ё') return 0xb8
  return code < 0x80 ? code : missing
}

/** A word graph in the format of the DAWG library: a state's base and check share one number. */
function openGraph(file: string) {
  const bytes = readFileSync(file)
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const view = new DataView(data)
  const size = view.getUint32(0, true)
  const units = new Uint32Array(data, 4, size)
  const guide = new Uint8Array(data, size * 4 + 8)
  const offset = (unit: number) => (unit >>> 10) << ((unit & 0x200) >>> 6)
  const unitAt = (index: number) => units[index] ?? 0

  function follow(code: number, from: number): number {
    const next = (from ^ offset(unitAt(from)) ^ code) >>> 0
    return code !== missing && (unitAt(next) & 0x800000ff) >>> 0 === code ? next : missing
  }
  const isEnd = (index: number) => (unitAt(index) & 0x100) !== 0

  return {
    follow,
    valueAt: (index: number): number | null => (isEnd(index) ? unitAt((index ^ offset(unitAt(index))) >>> 0) & 0x7fffffff : null),
    /** The byte strings that continue from a state. */
    endingsFrom(start: number): number[][] {
      const found: number[][] = []
      const walk = (index: number, key: number[]) => {
        if (isEnd(index)) found.push(key)
        for (let label = guide[index * 2] ?? 0; label !== 0;) {
          const next = follow(label, index)
          if (next === missing) return
          walk(next, [...key, label])
          label = guide[next * 2 + 1] ?? 0
        }
      }
      walk(start, [])
      return found
    },
  }
}

let opened: Dictionary | undefined

/** The dictionary of OpenCorpora as the package `az` carries it: 390,000 words, read once for each thread. */
export function openDictionary(): Dictionary {
  opened ??= readDictionary(join(dirname(createRequire(import.meta.url).resolve('az/package.json')), 'dicts'))
  return opened
}

function readDictionary(folder: string): Dictionary {
  const words = openGraph(join(folder, 'words.dawg'))
  const odds = openGraph(join(folder, 'p_t_given_w.intdawg'))
  const readStrings = (name: string) => stringsOf(JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const suffixes = readStrings('suffixes.json')
  const tags = readStrings('gramtab-opencorpora-int.json').map((name) => ({ name, set: new Set(name.split(/[ ,]/u)) }))
  const paradigms = readParadigms(readFileSync(join(folder, 'paradigms.array')))

  /** The spellings of a word that the dictionary has: «лед» is found as «лёд». */
  function spellings(word: string): { text: string; state: number }[] {
    let states = [{ text: '', state: 0 }]
    for (const letter of word) {
      states = states.flatMap(({ text, state }) =>
        (letter === 'е' ? ['е', 'ё'] : [letter]).flatMap((spelled) => {
          const next = words.follow(codeOf(spelled), state)
          return next === missing ? [] : [{ text: text + spelled, state: next }]
        }),
      )
    }
    return states.flatMap(({ text, state }) => {
      const next = words.follow(separator, state)
      return next === missing ? [] : [{ text, state: next }]
    })
  }

  function oddsOf(key: string): number | null {
    let state = 0
    for (const letter of key) {
      state = odds.follow(codeOf(letter), state)
      if (state === missing) return null
    }
    return odds.valueAt(state)
  }

  return {
    parse(word) {
      const found = spellings(word).flatMap(({ text, state }) =>
        words.endingsFrom(state).flatMap((key) => {
          const [first = 0, second = 0, third = 0, fourth = 0] = key
          const paradigm = paradigms[((first ^ 1) << 6) + (second >> 1)]
          const form = ((third ^ 1) << 6) + (fourth >> 1)
          if (!paradigm) return []
          const count = paradigm.length / 3
          const suffixAt = (index: number) => suffixes[paradigm[index] ?? 0] ?? ''
          const tagAt = (index: number) => tags[paradigm[count + index] ?? 0]
          const prefixAt = (index: number) => prefixes[paradigm[2 * count + index] ?? 0] ?? ''
          const tag = tagAt(form)
          if (!tag) return []
          const stem = text.slice(prefixAt(form).length, text.length - suffixAt(form).length)
          const formAt = (index: number) => prefixAt(index) + stem + suffixAt(index)
          const parse: Omit<Parse, 'weight'> = {
            pos: tag.name.split(/[ ,]/u)[0] ?? '',
            tags: tag.set,
            lemma: formAt(0),
            inflect(wanted) {
              for (let index = 0; index < count; index += 1) if (wanted.every((one) => tagAt(index)?.set.has(one))) return formAt(index)
              return null
            },
          }
          return [{ parse, odds: oddsOf(`${text}:${tag.name}`) }]
        }),
      )
      const sum = found.reduce((total, one) => total + (one.odds ?? 0), 0)
      return found.map(({ parse, odds: own }) => ({ ...parse, weight: sum > 0 ? (own ?? 0) / sum : 1 / found.length }))
    },
  }
}

const stringsOf = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : [])

/** Each paradigm is its length and three lists as one: suffixes, tags and prefixes of its forms. */
function readParadigms(bytes: Buffer): Uint16Array[] {
  const numbers = new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const paradigms: Uint16Array[] = []
  for (let at = 1; at < numbers.length;) {
    const size = numbers[at] ?? 0
    paradigms.push(numbers.subarray(at + 1, at + 1 + size))
    at += size + 1
  }
  return paradigms
}
