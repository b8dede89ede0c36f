import { alwaysAbsent, wideners } from './grammar.ts'
import type { Item } from './items.ts'
import { isBreak } from './tokens.ts'

type Reach = {
  narrow: boolean
  /** Whether it extends over commas: "--no people, cars". */
  isList: boolean
  russian: boolean
  /** Whether a noun has been negated; then only "and" or "or" extends the scope. */
  complete: boolean
  /** Adjectives of a negated noun, or negated themselves if no noun follows: "no red flowers", "not bright". */
  adjectives: Item[]
  /** Number of words skipped on the way to the noun. */
  passed: number
}

/** Largest number of unknown words between "no" and its noun: "no tall old buildings". */
const longestWay = 2
/** Number of items in which the "or" of a list is looked for. */
const longestList = 12

/**
 * Marks the items that the prompt excludes. A negation covers the next noun with its adjectives, extends over "and" and "or", and ends at a
 * comma, at "but", and at a place ("no boats on the lake"). It passes a comma if a list continues: "no people, cars or houses", and in
 * Russian if the case shows it («без людей, машин и домов»).
 */
export function markNegations(items: readonly Item[]): void {
  let reach: Reach | null = null
  for (const [index, item] of items.entries()) {
    if (reach && isBreak(item)) reach = end(reach)
    if (reach && item.gap === 'comma') {
      reach = goesOn(items, index, reach) ? next(reach) : end(reach)
    }
    if (item.key === 'free' && item.gap === 'hyphen') {
      negateBefore(items, index)
      item.silent = true
      continue
    }
    if (item.role === 'negation' || item.role === 'narrow') {
      if (reach) end(reach)
      reach = null
      if (item.key === 'нет' && endsHere(items[index + 1])) negateBefore(items, index)
      else
        reach = {
          narrow: item.role === 'narrow',
          isList: item.gap === 'flag',
          russian: /[а-я]/.test(item.key),
          complete: false,
          adjectives: [],
          passed: 0,
        }
      continue
    }
    if (reach) reach = follow(reach, item, items[index - 1], items[index + 1])
  }
  if (reach) end(reach)
}

/** The scope that remains after this item. */
function follow(reach: Reach, item: Item, before: Item | undefined, after: Item | undefined): Reach | null {
  if (reach.narrow && !reach.complete && wideners.has(item.key)) {
    reach.narrow = false
    if (item.role !== 'word' || item.entry?.senses.length === 0) return reach
  }
  switch (item.role) {
    case 'but':
      return end(reach)
    case 'and':
    case 'or':
      if (!reach.complete && reach.adjectives.length === 0) return reach
      if (item.role === 'and' && after && startsClause(after, reach)) return end(reach)
      return next(reach)
    case 'place':
      return reach.complete || reach.passed > 0 || reach.adjectives.length > 0 ? end(reach) : reach
    case 'article':
      // "no rain and a bright sun"
      return before?.role === 'and' ? end(reach) : reach
    case 'number':
    case 'key':
    case 'beats':
      return reach.complete ? end(reach) : reach
    case 'unknown':
      return pass(reach, item)
    case 'word':
      if (item.entry && (item.entry.other || item.entry.senses.length > 0)) return take(reach, item, item.entry)
      if (alwaysAbsent.has(item.key)) return { ...reach, complete: true }
      return reach.narrow ? { ...reach, passed: reach.passed + 1 } : reach
    default:
      return reach
  }
}

function take(reach: Reach, item: Item, entry: NonNullable<Item['entry']>): Reach | null {
  if (entry.senses.length === 0) return pass(reach, item)
  if (reach.complete) return end(reach)
  if (!reach.narrow && isAdjective(entry)) {
    reach.adjectives.push(item)
    return reach
  }
  item.negated = true
  // The adjectives have found their noun: "no red flowers" does not exclude red.
  for (const adjective of reach.adjectives) adjective.silent = true
  return reach.narrow ? { ...reach, complete: true } : { ...reach, complete: true, adjectives: [] }
}

function pass(reach: Reach, item: Item): Reach | null {
  if (reach.complete) return end(reach)
  item.negated = true
  for (const adjective of reach.adjectives) adjective.silent = true
  return reach.narrow || reach.adjectives.length > 0 || reach.passed >= longestWay
    ? end({ ...reach, adjectives: [] })
    : { ...reach, passed: reach.passed + 1 }
}

/** Continues the list. */
function next(reach: Reach): Reach {
  end(reach)
  return { ...reach, complete: false, adjectives: [], passed: 0 }
}

function end(reach: Reach): null {
  for (const adjective of reach.adjectives) adjective.negated = true
  return null
}

const qualifying = new Set(['colour', 'tone', 'mood', 'tempo'])

function isAdjective(entry: NonNullable<Item['entry']>): boolean {
  return entry.adjective || (entry.senses.length > 0 && entry.senses.every(({ meaning, weak }) => weak || qualifying.has(meaning.kind)))
}

/** «без дождя и солнце»: the nominative shows that the sun is not excluded. */
function startsClause(item: Item, reach: Reach): boolean {
  return (
    reach.russian &&
    !reach.narrow &&
    item.entry !== null &&
    !item.entry.adjective &&
    item.key === item.entry.lemma &&
    !plural.test(item.key)
  )
}

/** The ending of most genitive plurals. */
const plural = /(?:ов|ев|ей)$/

function goesOn(items: readonly Item[], from: number, reach: Reach): boolean {
  if (reach.isList) return true
  let inGroup = 0
  for (let index = from; index < Math.min(items.length, from + longestList); index += 1) {
    const item = items[index]
    if (!item || (index > from && isBreak(item))) break
    inGroup = item.gap === 'comma' ? 1 : inGroup + 1
    if (item.role === 'or') return true
    if (inGroup > 4 || item.role === 'negation' || item.role === 'narrow' || item.role === 'but' || item.role === 'place') break
  }
  if (!reach.russian || reach.narrow) return false
  const noun = items.slice(from, from + longestList).find((item) => item.role === 'word' || item.role === 'unknown')
  return noun !== undefined && isGenitive(noun)
}

/** Whether a Russian word is certainly a genitive; endings shared with the nominative do not count. */
function isGenitive({ key, entry }: Item): boolean {
  if (!/[а-я]/.test(key)) return false
  if (!entry) return /(?:ов|ев|ей|ий|ых|их|ого|его)$/.test(key)
  if (entry.adjective) return /(?:ых|их|ого|его)$/.test(key)
  if (key === entry.lemma) return plural.test(key)
  return /[аяоеь]$/.test(entry.lemma) ? /[бвгджзйклмнпрстфхцчшщь]$/.test(key) : /(?:ов|ев|ей|а|я)$/.test(key)
}

function endsHere(next: Item | undefined): boolean {
  return !next || next.gap === 'comma' || isBreak(next) || next.role === 'but' || next.role === 'and'
}

/** «людей и машин нет», "cloud-free": negates the items before. */
function negateBefore(items: readonly Item[], index: number): void {
  for (let at = index - 1; at >= 0; at -= 1) {
    const item = items[at]
    if (!item || (item.role !== 'word' && item.role !== 'unknown')) return
    item.negated = true
    const joiner = items[at - 1]
    if (item.gap !== 'space' || joiner?.role !== 'and' || joiner.gap !== 'space') return
    at -= 1
  }
}
