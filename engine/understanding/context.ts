import { changePrepositions, changeVerbs } from './grammar.ts'
import type { Item } from './items.ts'
import type { Concept, TimeOfDay } from './understanding.ts'
import { soundMarkers } from './words/sound.ts'

/**
 * Silences shades: "dark blue" and «нежно-розовый» name a shade of one colour, not of the whole picture. A "clear sea" says nothing of the
 * sky.
 */
export function silenceShades(items: readonly Item[]): void {
  for (const [index, item] of items.entries()) {
    const next = items[index + 1]
    if (!next || (next.gap !== 'space' && next.gap !== 'hyphen')) continue
    if (item.key === 'clear' && (has(next, 'colour') || has(next, 'setting'))) item.silent = true
    if (!has(next, 'colour')) continue
    if (item.entry?.senses.length && item.entry.senses.every(({ meaning }) => meaning.kind === 'tone' || meaning.kind === 'mood'))
      item.silent = true
  }
}

/** Whether a sound is meant: "sound of rain", "rain sounds", «шум моря и ветра». */
export function isHeard(items: readonly Item[], index: number): boolean {
  if (soundMarkers.has(items[index + 1]?.key ?? '') && items[index + 1]?.gap === 'space') return true
  for (let at = index - 1; at >= Math.max(0, index - 6); at -= 1) {
    const item = items[at]
    if (!item) return false
    if (soundMarkers.has(item.key)) return true
    if (item.role !== 'filler' && item.role !== 'article' && item.role !== 'and' && !has(item, 'effect')) return false
  }
  return false
}

/** Largest distance in words between the two times of a change. */
const longestChange = 8

type Time = { value: TimeOfDay; index: number; attributive: boolean }

/** Reads a change of time: "from day to night", "dusk turning into night", «от рассвета до заката», "sunset, then a starry night". */
export function timeChange(items: readonly Item[], refused: ReadonlySet<Concept>): { from: TimeOfDay; to: TimeOfDay } | null {
  const times = timesOf(items, refused)
  const first = times.findIndex(({ index }, at) => at > 0 && leadsTo(items, times[at - 1]?.index ?? 0, index))
  if (first < 0) return nextInTheDay(times)
  let last = first
  while (last + 1 < times.length && leadsTo(items, times[last]?.index ?? 0, times[last + 1]?.index ?? 0)) last += 1
  const from = times[first - 1]?.value
  const to = times[last]?.value
  return from && to && from !== to ? { from, to } : null
}

function leadsTo(items: readonly Item[], from: number, to: number): boolean {
  if (to - from > longestChange) return false
  const between = items.slice(from + 1, to)
  if (items.slice(from + 1, to + 1).some(({ gap }) => gap === 'stop' || gap === 'flag')) return false
  if (items.slice(from + 1, to + 1).some(({ gap }) => gap === 'arrow') || between.some(({ key }) => changeVerbs.has(key))) return true
  return items.slice(Math.max(0, from - 2), from).some(({ key }) => key === 'from' || key === 'от' || key === 'с' || key === 'со')
    ? between.slice(-3).some(({ key }) => changePrepositions.has(key))
    : between.length <= 3 && changePrepositions.has(between[0]?.key ?? '') && between[0]?.gap !== 'comma'
}

/**
 * The time of day of a picture that names several: the first one named on its own ("at sunset", «на закате»), or else the first one that
 * describes something ("a night city", «ночной город»).
 */
export function mainTime(items: readonly Item[], refused: ReadonlySet<Concept>): TimeOfDay | null {
  const times = timesOf(items, refused).filter(({ index }) => !isHint(items[index]))
  return (times.find(({ attributive }) => !attributive) ?? times[0])?.value ?? null
}

const dayOrder: readonly TimeOfDay[] = ['dawn', 'day', 'dusk', 'night', 'dawn']

/** Two consecutive times of a day: «закат над морем, ночь». Any other pair means two places in one picture. */
function nextInTheDay(times: readonly Time[]): { from: TimeOfDay; to: TimeOfDay } | null {
  const [first, second, ...others] = times.filter(({ attributive }) => !attributive)
  if (!first || !second || others.length > 0) return null
  const follows = dayOrder.some((time, at) => time === first.value && dayOrder[at + 1] === second.value)
  return follows ? { from: first.value, to: second.value } : null
}

function timesOf(items: readonly Item[], refused: ReadonlySet<Concept>): Time[] {
  return items.flatMap((item, index) => {
    const value = timeOf(item)
    if (!value || item.negated || item.silent || refused.has(`time:${value}`)) return []
    return [{ value, index, attributive: isAttributive(item, items[index + 1]) || isHint(item) }]
  })
}

function timeOf(item: Item | undefined): TimeOfDay | null {
  for (const { meaning } of item?.entry?.senses ?? []) if (meaning.kind === 'time') return meaning.value
  return null
}

/** Whether the word means a time only if no other word names one: "starry". */
const isHint = (item: Item | undefined): boolean =>
  item?.entry?.senses.every(({ meaning, weak }) => meaning.kind !== 'time' || weak) ?? true

/** «ночной город», "a night city": the time belongs to the noun after it. */
function isAttributive(item: Item, next: Item | undefined): boolean {
  if (item.entry?.adjective) return true
  if (!/^[a-z]/.test(item.key) || !next || next.gap !== 'space' || next.role !== 'word') return false
  return !timeOf(next) && !next.negated
}

function has(item: Item, kind: 'colour' | 'effect' | 'setting'): boolean {
  return item.entry?.senses.some(({ meaning }) => meaning.kind === kind) ?? false
}
