import { cleanPrompt } from '../clean-prompt.ts'
import { isHeard, mainTime, silenceShades, timeChange } from './context.ts'
import { countThings } from './count-things.ts'
import { type Item, itemsOf } from './items.ts'
import type { Sense } from './lexicon.ts'
import { markNegations } from './negation.ts'
import { coloursOfParts } from './parts.ts'
import { blankReading, enter, leaveOut } from './reading.ts'
import { type Token, tokensOf } from './tokens.ts'
import type { Concept, Understanding } from './understanding.ts'
import type { Meaning } from './vocabulary.ts'

/** `change` is for what goes on in time: "from day to night". */
export type Kind = Exclude<Meaning['kind'], 'without'> | 'key' | 'change'

type ReadOptions = {
  /** Words of what is not wanted. */
  negative?: string
  /** What the caller can make use of; words of other kinds are said to be ignored. Everything when left out. */
  kinds?: ReadonlySet<Kind>
  /** What is named but will not be shown: said to be ignored as well. */
  unseen?: ReadonlySet<Concept>
}

/** Characters of a prompt that are read. */
const longestRead = 20_000
const mostIgnored = 8
const longestIgnored = 40

/**
 * Reads a prompt in English, Russian or both. Pure, and in time linear in the prompt's length, of which the first 20,000 characters
 * count; never throws.
 */
export function readPrompt(prompt: string, { negative = '', kinds, unseen }: ReadOptions = {}): Understanding {
  const text = cleanPrompt(prompt.slice(0, longestRead))
  const tokens = tokensOf(text)
  const items = itemsOf(text, tokens)
  markNegations(items)
  silenceShades(items)
  const all = [...items, ...unwantedOf(negative)]
  const refused = refusedBy(all)
  const isOutweighed = weigherOf(items, refused)
  const isOfUse = (kind: Meaning['kind'] | 'key' | 'change'): boolean => !kinds || kind === 'without' || kinds.has(kind)

  const reading = blankReading()
  reading.language = languageOf(tokens)
  const change = isOfUse('time') ? timeChange(items, refused) : null
  if (change) [reading.time, reading.timeEnd] = [change.from, isOfUse('change') ? change.to : null]
  else if (isOfUse('time')) reading.time = mainTime(items, refused)
  const used = new Set<Concept>()
  const ignored = new Map<string, string>()

  for (const [index, item] of all.entries()) {
    if (item.silent) continue
    if (item.negated) {
      for (const { meaning } of mainSenses(item)) {
        const absence = isOfUse(meaning.kind) ? leaveOut(reading, meaning) : null
        if (absence) used.add(absence)
      }
      continue
    }
    const senses = item.entry?.senses.filter(({ meaning }) => isOfUse(meaning.kind) && !unseen?.has(idOf(meaning))) ?? []
    const music = enterMusic(reading, item, isOfUse)
    if (music) used.add(music)
    const entered = senses.filter((sense) => holds(sense, senses) && enter(reading, sense.meaning))
    for (const meaning of worthShowing(entered, isHeard(items, index))) used.add(nameOf(meaning))
    const folded = item.text.toLowerCase()
    if (entered.length === 0 && !ignored.has(folded) && isWorthTelling(item, refused)) ignored.set(folded, item.text)
  }
  conclude(reading, refused, isOfUse('camera'))
  reading.counts = countThings(items, reading.things)
  reading.coloursOf = coloursOfParts(items, reading.colours)
  reading.used = [...used]
  reading.ignored = [...ignored.values()].slice(0, mostIgnored)
  return reading

  function holds({ meaning, weak }: Sense, senses: readonly Sense[]): boolean {
    if (!isAllowed(meaning, refused)) return false
    // What may not be seen is not heard either.
    if (meaning.kind === 'effect' && senses.some((other) => !isAllowed(other.meaning, refused))) return false
    return !weak || (change !== null && meaning.kind === 'time') || !isOutweighed(meaning)
  }
}

function unwantedOf(negative: string): Item[] {
  const text = cleanPrompt(negative.slice(0, longestRead))
  return itemsOf(text, tokensOf(text)).map((item) => ({ ...item, negated: true }))
}

/** What a word means for sure; what it hints at, where that is all. */
function mainSenses({ entry }: Item): Sense[] {
  const senses = entry?.senses ?? []
  return senses.some(({ weak }) => !weak) ? senses.filter(({ weak }) => !weak) : senses
}

const sureSenses = (items: readonly Item[]): Sense[] =>
  items.flatMap((item) => (item.silent || item.negated ? [] : (item.entry?.senses.filter(({ weak }) => !weak) ?? [])))

const idOf = (meaning: Meaning): Concept => `${meaning.kind}:${meaning.value}`

/** What is nowhere to be understood, because somewhere it is refused. */
function refusedBy(items: readonly Item[]): Set<Concept> {
  const refused = new Set<Concept>()
  for (const item of items) {
    if (!item.negated || item.silent) continue
    for (const { meaning } of mainSenses(item)) if (meaning.kind !== 'without') refused.add(idOf(meaning))
  }
  const asked = sureSenses(items)
  // "A deserted beach and one fisherman": there is someone after all.
  const isPeopled = asked.some(({ meaning }) => meaning.kind === 'thing' && meaning.value === 'person')
  if (!isPeopled && asked.some(({ meaning }) => meaning.kind === 'without')) refused.add('thing:person')
  return refused
}

function isAllowed(meaning: Meaning, refused: ReadonlySet<Concept>): boolean {
  return meaning.kind === 'without' ? refused.has(`thing:${meaning.value}`) : !refused.has(idOf(meaning))
}

const placesOfTheirOwn: ReadonlySet<string> = new Set(['sea', 'lake', 'river', 'waterfall', 'island', 'underwater', 'abstract', 'space'])

/** Tells whether words that mean something for sure leave no room for a weak meaning: a shore is the sea's, unless it is a lake's. */
function weigherOf(items: readonly Item[], refused: ReadonlySet<Concept>): (weak: Meaning) => boolean {
  const sure = sureSenses(items).filter(({ meaning }) => !refused.has(idOf(meaning)))
  const kinds = new Set(sure.map(({ meaning }) => meaning.kind))
  const hasOtherWater = sure.some(({ meaning }) => meaning.kind === 'setting' && placesOfTheirOwn.has(meaning.value))
  return ({ kind, value }) => (kind === 'setting' && value === 'sea' ? hasOtherWater : kinds.has(kind))
}

/** A tempo or key by number or name. */
function enterMusic(reading: Understanding, { bpm, musicKey }: Item, isOfUse: (kind: 'tempo' | 'key') => boolean): Concept | null {
  if (bpm !== null && isOfUse('tempo')) {
    reading.bpm ??= bpm
    return `tempo:${reading.bpm}`
  }
  if (musicKey && isOfUse('key')) {
    reading.key ??= musicKey
    return `key:${reading.key.tonic} ${reading.key.minor ? 'minor' : 'major'}`
  }
  return null
}

/** Of the meanings of one word, those that say what it was taken for: not what it merely hints at, nor what it would also sound like. */
function worthShowing(senses: readonly Sense[], isHeard: boolean): Meaning[] {
  const seen = senses.filter(({ meaning }) => meaning.kind !== 'effect')
  const sure = seen.filter(({ weak }) => !weak)
  const shown = sure.length > 0 ? sure : seen
  const heard = shown.length > 0 && !isHeard ? [] : senses.filter(({ meaning }) => meaning.kind === 'effect')
  return [...shown, ...heard].map(({ meaning }) => meaning)
}

const nameOf = (meaning: Meaning): Concept => (meaning.kind === 'without' ? `without:${meaning.value}` : idOf(meaning))

/** Words of the prompt that say something, to which nothing here answers. */
function isWorthTelling(item: Item, refused: ReadonlySet<Concept>): boolean {
  if (item.text.length > longestIgnored || !/\p{L}{2}|\p{Lo}/u.test(item.text)) return false
  if (item.role === 'unknown') return true
  if (item.role !== 'word' || !item.entry) return false
  if (item.entry.senses.length === 0) return item.entry.other
  return (
    !item.entry.quiet && item.entry.senses.some(({ meaning, weak }) => !weak && meaning.kind !== 'without' && isAllowed(meaning, refused))
  )
}

/** What is refused may leave only one thing that can be meant. */
function conclude(reading: Understanding, refused: ReadonlySet<Concept>, hasCamera: boolean): void {
  if (!reading.sky && !reading.falling && !reading.storm) {
    if (reading.without.clouds) reading.sky = 'clear'
    else if (refused.has('sky:clear')) reading.sky = 'cloud'
  }
  if (hasCamera && !reading.camera && [...refused].some((concept) => concept.startsWith('camera:'))) reading.camera = 'still'
}

function languageOf(tokens: readonly Token[]): 'en' | 'ru' {
  let balance = 0
  for (const { key } of tokens) balance += /^[а-я]/.test(key) ? key.length : /^[a-z]/.test(key) ? -key.length : 0
  return balance > 0 ? 'ru' : 'en'
}
