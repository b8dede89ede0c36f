import { cleanPrompt } from './clean-prompt.ts'
import { isHeard, mainTime, silenceShades, timeChange } from './context.ts'
import { countThings } from './count-things.ts'
import { type Item, itemsOf } from './items.ts'
import type { Sense } from './lexicon.ts'
import { markNegations } from './negation.ts'
import { coloursOfParts } from './parts.ts'
import { blankReading, enter, leaveOut } from './reading.ts'
import { missingSubject, type ReadItem } from './subject.ts'
import { type Token, tokensOf } from './tokens.ts'
import type { Concept, TermRole, Understanding } from './understanding.ts'
import type { Meaning } from './vocabulary.ts'

/** `change` stands for a change over time: "from day to night". */
export type Kind = Exclude<Meaning['kind'], 'without'> | 'key' | 'change'

type ReadOptions = {
  /** Words for things that must not appear. */
  negative?: string
  /** The kinds of words that the caller can use; others are reported as ignored. All kinds by default. */
  kinds?: ReadonlySet<Kind>
  /** Concepts that are named but cannot be shown; reported as ignored too. */
  unseen?: ReadonlySet<Concept>
}

/** Number of characters read from a prompt. */
const longestRead = 20_000
const mostIgnored = 8
const mostTerms = 200
const longestIgnored = 40

/**
 * Reads a prompt in English, Russian or both. Pure, never throws, and takes time linear in the length; only the first 20,000 characters
 * count.
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
  const read: ReadItem[] = []

  for (const [index, item] of all.entries()) {
    const role = enterItem(item, index)
    // The negative prompt is read as a separate text.
    if (index < items.length) read.push({ item, role })
  }
  conclude(reading, refused, isOfUse('camera'))
  reading.counts = countThings(items, reading.things)
  reading.coloursOf = coloursOfParts(items, reading.colours)
  reading.used = [...used]
  reading.shown = reading.used.filter((concept) => shownConcept.test(concept))
  reading.ignored = [...ignored.values()].slice(0, mostIgnored)
  reading.terms = read.flatMap(({ item: { text }, role }) => (role ? [{ text, role }] : [])).slice(0, mostTerms)
  reading.missing = missingSubject(read)
  return reading

  /** Returns the item's part in the result; null if it has none. */
  function enterItem(item: Item, index: number): TermRole | null {
    if (item.silent) return null
    if (item.negated) {
      const absences = mainSenses(item).flatMap(({ meaning }) => (isOfUse(meaning.kind) ? (leaveOut(reading, meaning) ?? []) : []))
      for (const absence of absences) used.add(absence)
      return absences.length > 0 ? 'mood' : null
    }
    const senses = item.entry?.senses.filter(({ meaning }) => isOfUse(meaning.kind) && !unseen?.has(idOf(meaning))) ?? []
    const music = enterMusic(reading, item, isOfUse)
    if (music) used.add(music)
    const entered = senses.filter((sense) => holds(sense, senses) && enter(reading, sense.meaning))
    const worth = worthShowing(entered, isHeard(items, index))
    for (const meaning of worth) used.add(nameOf(meaning))
    if (entered.length > 0) return worth.some((meaning) => shownConcept.test(nameOf(meaning))) ? 'shown' : 'mood'
    if (music) return 'mood'
    if (!isWorthTelling(item, refused)) return null
    const folded = item.text.toLowerCase()
    if (!ignored.has(folded)) ignored.set(folded, item.text)
    return 'ignored'
  }

  function holds({ meaning, weak }: Sense, senses: readonly Sense[]): boolean {
    if (!isAllowed(meaning, refused)) return false
    // An excluded thing is not heard either.
    if (meaning.kind === 'effect' && senses.some((other) => !isAllowed(other.meaning, refused))) return false
    return !weak || (change !== null && meaning.kind === 'time') || !isOutweighed(meaning)
  }
}

function unwantedOf(negative: string): Item[] {
  const text = cleanPrompt(negative.slice(0, longestRead))
  return itemsOf(text, tokensOf(text)).map((item) => ({ ...item, negated: true }))
}

/** The definite meanings of a word, or the suggested ones if it has no others. */
function mainSenses({ entry }: Item): Sense[] {
  const senses = entry?.senses ?? []
  return senses.some(({ weak }) => !weak) ? senses.filter(({ weak }) => !weak) : senses
}

const sureSenses = (items: readonly Item[]): Sense[] =>
  items.flatMap((item) => (item.silent || item.negated ? [] : (item.entry?.senses.filter(({ weak }) => !weak) ?? [])))

const idOf = (meaning: Meaning): Concept => `${meaning.kind}:${meaning.value}`

/** Meanings that are excluded anywhere in the prompt count as excluded everywhere. */
function refusedBy(items: readonly Item[]): Set<Concept> {
  const refused = new Set<Concept>()
  for (const item of items) {
    if (!item.negated || item.silent) continue
    for (const { meaning } of mainSenses(item)) if (meaning.kind !== 'without') refused.add(idOf(meaning))
  }
  const asked = sureSenses(items)
  // "A deserted beach and one fisherman" does contain a person.
  const isPeopled = asked.some(({ meaning }) => meaning.kind === 'thing' && meaning.value === 'person')
  if (!isPeopled && asked.some(({ meaning }) => meaning.kind === 'without')) refused.add('thing:person')
  return refused
}

function isAllowed(meaning: Meaning, refused: ReadonlySet<Concept>): boolean {
  return meaning.kind === 'without' ? refused.has(`thing:${meaning.value}`) : !refused.has(idOf(meaning))
}

const placesOfTheirOwn: ReadonlySet<string> = new Set(['sea', 'lake', 'river', 'waterfall', 'island', 'underwater', 'abstract', 'space'])

/** Returns a test of whether definite words rule out a weak meaning: a shore belongs to the sea, unless it is a lake's. */
function weigherOf(items: readonly Item[], refused: ReadonlySet<Concept>): (weak: Meaning) => boolean {
  const sure = sureSenses(items).filter(({ meaning }) => !refused.has(idOf(meaning)))
  const kinds = new Set(sure.map(({ meaning }) => meaning.kind))
  const hasOtherWater = sure.some(({ meaning }) => meaning.kind === 'setting' && placesOfTheirOwn.has(meaning.value))
  return ({ kind, value }) => (kind === 'setting' && value === 'sea' ? hasOtherWater : kinds.has(kind))
}

/** Enters a tempo or key given by number or name. */
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

/** The meanings of a word to report: the intended ones, without suggested meanings or associated sounds. */
function worthShowing(senses: readonly Sense[], isHeard: boolean): Meaning[] {
  const seen = senses.filter(({ meaning }) => meaning.kind !== 'effect')
  const sure = seen.filter(({ weak }) => !weak)
  const shown = sure.length > 0 ? sure : seen
  const heard = shown.length > 0 && !isHeard ? [] : senses.filter(({ meaning }) => meaning.kind === 'effect')
  return [...shown, ...heard].map(({ meaning }) => meaning)
}

/** Concepts that are seen or heard. */
const shownConcept = /^(?:setting|thing|falling|weather|genre|instrument|effect):/

const nameOf = (meaning: Meaning): Concept => (meaning.kind === 'without' ? `without:${meaning.value}` : idOf(meaning))

/** Whether a word is meaningful but has no effect, so that it is reported as ignored. */
function isWorthTelling(item: Item, refused: ReadonlySet<Concept>): boolean {
  if (item.text.length > longestIgnored || !/\p{L}{2}|\p{Lo}/u.test(item.text)) return false
  if (item.role === 'unknown') return true
  if (item.role !== 'word' || !item.entry) return false
  if (item.entry.senses.length === 0) return item.entry.other
  return (
    !item.entry.quiet && item.entry.senses.some(({ meaning, weak }) => !weak && meaning.kind !== 'without' && isAllowed(meaning, refused))
  )
}

/** Concludes the only possibility that exclusions leave. */
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
