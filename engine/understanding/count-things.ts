import type { Item } from './items.ts'
import type { Thing, Understanding } from './understanding.ts'

/** Largest number of words from a number to the counted thing: "three small red boats". */
const longestWay = 3

/** Returns the numbers that the prompt gives for the requested things. */
export function countThings(items: readonly Item[], asked: readonly Thing[]): Understanding['counts'] {
  const counts: Understanding['counts'] = {}
  for (const [index, { number, negated }] of items.entries()) {
    if (number === null || negated) continue
    const thing = countedBy(items.slice(index + 1, index + 2 + longestWay))
    if (thing && asked.includes(thing)) counts[thing] ??= number
  }
  return counts
}

function countedBy(items: readonly Item[]): Thing | null {
  for (const { gap, role, entry, negated } of items) {
    if (gap !== 'space' || negated || (role !== 'word' && role !== 'unknown')) return null
    for (const { meaning } of entry?.senses ?? []) if (meaning.kind === 'thing' && !entry?.adjective) return meaning.value
    const isNoun = entry?.senses.some(
      ({ meaning, weak }) => !weak && meaning.kind !== 'colour' && meaning.kind !== 'tone' && meaning.kind !== 'mood',
    )
    if (isNoun && !entry?.adjective) return null
  }
  return null
}
