import type { Item } from './items.ts'
import type { TermRole } from './understanding.ts'

/** An item of the prompt and its role; null for grammar, praise and sizes. */
export type ReadItem = { item: Item; role: TermRole | null }

/** Containers: in "a bowl of ramen" and «тарелка суши» the second noun is meant. */
const containers = new Set(
  `plate bowl cup glass bottle mug slice piece box basket pile stack portrait closeup pair herd flock pack crowd bouquet selfie row тарелка
  тарелку тарелке миска чашка чашку кружка стакан бокал бутылка кусок кусочек коробка корзина куча гора портрет стая стадо букет селфи ряд
  порция порцию блюдо блюдце горсть банка пачка ваза`.split(/\s+/),
)

/** Parts of any place, and words for the picture itself: any place shows them. */
const partsOfPlaces = new Set(
  `wave waves surf foam tide shore shoreline horizon view vista panorama scene scenery landscape seascape cityscape background foreground
  light reflection reflections air weather nature evening coast волна волны волн прибой пена берег берега горизонт вид виды панорама сцена
  пейзаж фон свет отражение отражения воздух погода природа побережье`.split(/\s+/),
)

/**
 * The main noun of the prompt if the picture does not show it: "sushi", «астронавт». Null if it is shown, or if the prompt names no such
 * noun.
 */
export function missingSubject(read: readonly ReadItem[]): string | null {
  const nouns = read.filter(({ item, role }) => role === 'ignored' && !item.negated && !isDescriptive(item))
  const [firstMissing] = nouns
  if (!firstMissing) return null
  // The picture shows no thing or place of the prompt.
  if (!read.some(({ item, role }) => role === 'shown' || (role === 'mood' && isScene(item))))
    return missingHead(read) ?? firstMissing.item.text
  return missingHead(read)
}

/** The head of the first phrase that has one, if it is not shown. */
function missingHead(read: readonly ReadItem[]): string | null {
  let phrase: ReadItem[] = []
  for (const [index, { item, role }] of read.entries()) {
    if (endsPhrase(item, phrase)) {
      const head = headOf(phrase)
      if (head) return head.role === 'ignored' ? nameOf(phrase, head) : null
      phrase = []
    }
    const isContainer = role === 'ignored' && containers.has(item.key) && holdsSomething(read[index + 1]?.item)
    const isPart = role === 'ignored' && partsOfPlaces.has(item.key)
    if (role !== null && !item.negated && !isContainer && !isPart) phrase.push({ item, role })
  }
  const head = headOf(phrase)
  return head?.role === 'ignored' ? nameOf(phrase, head) : null
}

/** Whether "of" or a Russian genitive follows. */
const holdsSomething = (next: Item | undefined): boolean =>
  next?.role === 'filler' || (next?.gap === 'space' && (next.role === 'word' || next.role === 'unknown'))

const beginsWithPreposition = /^(?:in|on|at|by|under|over|near|with|through|into|of)\s/i

function endsPhrase({ gap, role, text }: Item, phrase: readonly ReadItem[]): boolean {
  if (phrase.length === 0) return false
  if (gap !== 'space' && gap !== 'hyphen' && gap !== 'none') return true
  if (role !== 'word' && role !== 'unknown') return true
  // "in the snow" is one item that begins a phrase.
  if (beginsWithPreposition.test(text)) return true
  // "a robot eating pizza": after a noun, a word in -ing or -ed is a verb.
  return role === 'unknown' && /^[a-z]+(?:ing|ed)$/i.test(text) && phrase.some(({ item }) => !isDescriptive(item))
}

/** The head of a phrase: the last noun in English, the first noun in Russian. */
function headOf(phrase: readonly ReadItem[]): ReadItem | undefined {
  const nouns = phrase.filter(({ item }) => !isDescriptive(item))
  if (nouns.length === 0) return undefined
  return /[а-яё]/i.test(nouns[0]?.item.text ?? '') ? nouns[0] : nouns.at(-1)
}

/** The noun with the unknown nouns next to it: "coffee shop", «Эйфелева башня». */
function nameOf(phrase: readonly ReadItem[], head: ReadItem): string {
  const at = phrase.indexOf(head)
  let [from, to] = [at, at]
  while (isUnknownNoun(phrase[from - 1])) from -= 1
  while (isUnknownNoun(phrase[to + 1])) to += 1
  return phrase
    .slice(from, to + 1)
    .map(({ item }) => item.text)
    .join(' ')
}

const isUnknownNoun = (read: ReadItem | undefined): boolean => read?.role === 'ignored' && !isDescriptive(read.item)

const adjectives = {
  en: /(?:ous|ful|less|ish|ive|ical|able|ible|esque|ly|ic)$/,
  ru: /(?:[ыи]й|[ая]я|[ое]е|[ыи]е|[ое]го|[ое]му|[уюь]ю|[ыи]м|[ыи]х|[ыи]ми)$/,
}

/** Whether the word has the form of an adjective or adverb. */
function isDescriptive({ entry, key, role }: Item): boolean {
  if (entry && (entry.adjective || entry.senses.length > 0)) return entry.adjective
  if (role !== 'unknown') return false
  return key.length > 4 && (adjectives.en.test(key) || adjectives.ru.test(key))
}

/** Whether the word is a scene by itself: "a sunset", "winter". */
const isScene = ({ entry }: Item): boolean =>
  entry?.senses.some(({ meaning, weak }) => !weak && (meaning.kind === 'time' || meaning.kind === 'season' || meaning.kind === 'sky')) ??
  false
