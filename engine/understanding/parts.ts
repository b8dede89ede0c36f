import type { Item } from './items.ts'
import { lexicon } from './lexicon.ts'
import { isJoined } from './tokens.ts'
import type { Colour, Part, Setting, Thing, Understanding } from './understanding.ts'

/** Parts of every picture, of which only the colour matters; the vocabulary has no meaning for them. */
const named = {
  sky: 'sky skies heaven heavens небо неба небу небом небе небеса небес небесам небесами небесах небосвод небосвода небосводе',
  water: 'water waters вода воды воде воду водой водою вод водам водами водах гладь глади гладью',
  leaves: 'leaf leaves foliage листья листьев листьям листьями листьях листва листвы листве листву листвой крона кроны кронами',
  light: 'light ray rays beam beams glow свет света свету светом свете луч луча лучи лучей лучами сияние сиянием',
}
const namedParts: ReadonlyMap<string, Part> = new Map(
  (['sky', 'water', 'leaves', 'light'] as const).flatMap((part) => named[part].split(' ').map((word) => [word, part] as const)),
)

/** Places that can be coloured themselves, rather than only contain coloured things. */
const paintable: ReadonlySet<Setting> = new Set([
  'sea',
  'lake',
  'river',
  'waterfall',
  'forest',
  'meadow',
  'mountains',
  'desert',
  'island',
  'aurora',
])

/** Words between a part and its colour: "the sky turns purple", "a sea of gold", «небо цвета золота». */
const links: ReadonlySet<string> = new Set(
  `is are was were be turns turn turned turning becomes become of glows glowing цвета стало стала стал станет становится окрашено окрашена
  окрашен горит`.split(/\s+/),
)
const mostLinks = 4
/** Largest number of words between a colour and its noun: "a purple, gold and starry night sky". */
const longestWay = 4

/** Assigns the named colours to the parts they describe. */
export function coloursOfParts(items: readonly Item[], asked: readonly Colour[]): Understanding['coloursOf'] {
  const result: Understanding['coloursOf'] = {}
  const bound = new Set<Colour>()
  const loose = new Set<Colour>()
  for (const [index, item] of items.entries()) {
    if (item.negated || item.silent) continue
    for (const [colour, part] of saidBy(items, index)) {
      if (part === null) loose.add(colour)
      else {
        // "Blue sky" means clear weather, and is no colour among others.
        if (!asked.includes(colour) && part !== 'sky') continue
        bound.add(colour)
        const colours = (result[part] ??= [])
        if (!colours.includes(colour)) colours.push(colour)
      }
    }
  }
  const general = asked.filter((colour) => loose.has(colour) || !bound.has(colour))
  if (general.length > 0) result.picture = general
  return result
}

function saidBy(items: readonly Item[], index: number): [Colour, Part | null][] {
  const item = items[index]
  if (!item) return []
  const colour = colourOf(item)
  if (colour) return [[colour, partBefore(items, index) ?? partAfter(items, index)]]
  if (!item.entry?.senses.some(({ meaning }) => meaning.kind === 'sky' && meaning.value === 'clear')) return []
  return item.text.split(/\s+/).flatMap((word): [Colour, Part][] => {
    const inside = colourSense(lexicon().words.get(word.toLowerCase().replaceAll('ё', 'е')))
    return inside ? [[inside, 'sky']] : []
  })
}

/** The colour that a word names, as opposed to one that it suggests. */
const colourOf = ({ entry }: Item): Colour | null => colourSense(entry)

function colourSense(entry: Item['entry'] | undefined): Colour | null {
  for (const { meaning, weak } of entry?.senses ?? []) if (meaning.kind === 'colour' && !weak) return meaning.value
  return null
}

/** The noun after a colour, skipping adjectives and other colours. */
function partAfter(items: readonly Item[], from: number): Part | null {
  for (let index = from + 1; index <= from + longestWay; index += 1) {
    const item = items[index]
    if (!item || item.negated) return null
    if (item.role === 'and' || (item.gap === 'comma' && colourOf(item))) continue
    if (!isJoined(item) || !isWord(item)) return null
    const part = partOf(item)
    const next = items[index + 1]
    const goesOn = next !== undefined && isJoined(next) && isWord(next) && !next.negated
    if (part) {
      // "a green mountain lake": in English the last of several nouns is the subject.
      const after = goesOn && /^[a-z]/.test(item.key) ? partOf(next) : null
      return after ?? part
    }
    if (!goesOn && !colourOf(item)) return null
    if (!qualifies(item)) return null
  }
  return null
}

/** The noun just before a colour, if no noun after it could have that colour. */
function partBefore(items: readonly Item[], from: number): Part | null {
  const next = items[from + 1]
  if (next && isJoined(next) && isWord(next)) return null
  for (let index = from; index > 0 && index > from - 1 - mostLinks; index -= 1) {
    const before = items[index - 1]
    if (!before || items[index]?.gap !== 'space' || before.negated) return null
    const part = partOf(before)
    if (part) return part
    if (!links.has(before.key) && before.role !== 'and' && !colourOf(before)) return null
  }
  return null
}

const isWord = ({ role, key }: Item): boolean => role === 'word' || namedParts.has(key)

function partOf({ key, entry }: Item): Part | null {
  const part = namedParts.get(key)
  // Northern lights are not the light of the picture.
  if (part && !entry?.senses.some(({ meaning, weak }) => !weak && meaning.kind === 'setting')) return part
  if (!entry || entry.adjective) return null
  for (const { meaning, weak } of entry.senses) {
    if (weak) continue
    if (meaning.kind === 'thing') return partOfThing[meaning.value] ?? meaning.value
    if (meaning.kind === 'setting' && paintable.has(meaning.value)) return meaning.value
    if (meaning.kind === 'sky' && meaning.value !== 'clear') return 'clouds'
    if (meaning.kind === 'falling' && meaning.value !== 'rain') return meaning.value
    if (meaning.kind === 'season' && meaning.value === 'autumn') return 'leaves'
  }
  return null
}

/** The colour of a tree is that of its leaves. */
const partOfThing: Partial<Record<Thing, Part>> = { tree: 'leaves', birch: 'leaves', pine: 'leaves', palm: 'leaves' }

/** Words that may stand between a colour and its noun. */
const passed: ReadonlySet<string> = new Set(['colour', 'tone', 'mood', 'time', 'season', 'weather', 'sky'])

function qualifies({ entry }: Item): boolean {
  if (!entry) return false
  return entry.adjective || entry.senses.length === 0 || entry.senses.every(({ meaning, weak }) => weak || passed.has(meaning.kind))
}
