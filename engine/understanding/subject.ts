import type { Item } from './items.ts'
import { hasAdjectiveForm, isSubstantive, isVerbForm } from './subject-forms.ts'
import { isJoined } from './tokens.ts'
import type { Concept, TermRole } from './understanding.ts'
import type { Meaning } from './vocabulary.ts'
import { keyOf } from './word-forms.ts'
import { featureWords, letteringWords, roomWords, windowWords } from './words/subjects.ts'

/** An item of the prompt and its role; null for grammar, praise and sizes. */
export type ReadItem = { item: Item; role: TermRole | null }

/** A noun phrase; one after a preposition, "with" or "of" is part of the phrase before it and not a main one. */
type Phrase = { read: ReadItem[]; isMain: boolean; isCompany: boolean; isComplement: boolean; hasArticle: boolean }

/** Containers: in "a bowl of ramen" and «тарелка суши» the second noun is meant. */
const containers = new Set(
  `plate bowl cup glass bottle mug slice piece box basket pile stack closeup pair herd flock pack crowd row kind тарелка тарелку тарелке
  миска чашка чашку кружка стакан бокал бутылка кусок кусочек коробка корзина куча гора стая стадо ряд порция порцию блюдо блюдце горсть
  банка пачка ваза`.split(/\s+/),
)

/** Parts of any place, and words for the picture itself: any place shows them. */
const partsOfPlaces = new Set(
  `wave waves surf foam tide shore shoreline horizon view vista panorama scene scenery landscape seascape cityscape background foreground
  light reflection reflections air weather nature evening coast волна волны волн прибой пена берег берега горизонт вид виды панорама сцена
  пейзаж фон фоне свет отражение отражения воздух погода природа побережье`.split(/\s+/),
)

/** Verbs of a request: a greeting before one is addressed to the machine. */
const requests = new Set(
  `draw make create paint show generate please нарисуй нарисуйте нарисовать сделай сделайте создай создайте покажи покажите сгенерируй
  пожалуйста`.split(/\s+/),
)

/**
 * The main noun of the prompt if the picture does not show it: "sushi", «астронавт». Null if it is shown, or if the prompt names no such
 * noun. The head of a phrase decides: "an oak table" is a table, "a portrait of a fisherman" a portrait. A prompt most of whose nouns are
 * ignored is about something else, too.
 */
export function missingSubject(prompt: readonly ReadItem[]): string | null {
  const read = withoutAddress(prompt)
  const headed = phrasesOf(read).flatMap((phrase) => {
    const head = headOf(phrase)
    return head ? [{ phrase, head }] : []
  })
  const main = headed.find(({ phrase }) => phrase.isMain) ?? headed[0]
  if (main?.head.role === 'ignored') return nameOf(main.phrase.read, main.head)
  const greeting = greetingIn(read)
  if (greeting !== null) return greeting
  const format = headed.find(({ phrase, head }) => phrase.isMain && head.item.entry?.claim === 'format')
  if (format) return nameOf(format.phrase.read, format.head)
  if (!read.some(isShown)) return read.find(isMissing)?.item.text ?? null
  if (!main) return null
  const features = has(main.head, 'thing:person') ? read.find(({ item }) => !item.negated && featureWords.has(item.key)) : undefined
  if (features) return features.item.text
  if (isWithoutWindow(main.head, read)) return main.head.item.text
  // "a ball of yarn" is one thing.
  const things = headed.filter(({ phrase }) => !phrase.isComplement)
  const missing = things.filter(({ head }) => head.role === 'ignored')
  const [first] = missing
  return first && missing.length * 2 > things.length ? nameOf(first.phrase.read, first.head) : null
}

const isShown = ({ item, role }: ReadItem): boolean => role === 'shown' || (role === 'mood' && isScene(item))
const isMissing = ({ item, role }: ReadItem): boolean => role === 'ignored' && !item.negated && !isDescriptive(item)

const has = ({ item }: ReadItem, concept: Concept): boolean =>
  item.entry?.senses.some(({ meaning, weak }) => !weak && `${meaning.kind}:${meaning.value}` === concept) ?? false

const isGreeting = ({ item }: ReadItem): boolean => item.entry?.claim === 'greeting' && !item.negated

/** The prompt without the greeting before a request, which is addressed to the machine: "Good morning, please draw…". */
function withoutAddress(read: readonly ReadItem[]): readonly ReadItem[] {
  const at = read.findIndex(isGreeting)
  return at >= 0 && read.slice(at + 1).some(({ item }) => requests.has(item.key)) ? read.filter((one) => !isGreeting(one)) : read
}

/** A greeting makes the prompt a card, wherever it stands. */
function greetingIn(read: readonly ReadItem[]): string | null {
  const greeting = read.find(isGreeting)
  return greeting ? nameOf(read, greeting) : null
}

const treesOfPlaces: readonly Concept[] = ['thing:tree', 'thing:pine', 'thing:birch', 'thing:palm']

/** A room as such, or a tree in one: the engine draws a windowsill and what is behind the window. */
function isWithoutWindow(head: ReadItem, read: readonly ReadItem[]): boolean {
  if (
    read.some(
      ({ item }) =>
        !item.negated &&
        item.text
          .toLowerCase()
          .split(/[\s-]+/)
          .some((word) => windowWords.has(keyOf(word))),
    )
  )
    return false
  if (has(head, 'setting:interior') && roomWords.has(head.item.key)) return true
  return treesOfPlaces.some((tree) => has(head, tree)) && read.some((one) => one.role === 'shown' && has(one, 'setting:interior'))
}

function phrasesOf(read: readonly ReadItem[]): Phrase[] {
  const phrases: Phrase[] = []
  let phrase: Phrase = { read: [], isMain: true, isCompany: false, isComplement: false, hasArticle: false }
  const begin = (isMain: boolean, isCompany = false, isComplement = false): void => {
    if (phrase.read.length > 0) phrases.push(phrase)
    phrase = { read: [], isMain, isCompany, isComplement, hasArticle: false }
  }
  for (const [index, entry] of read.entries()) {
    const { item, role } = entry
    const next = read[index + 1]?.item
    // "with balloons, cake and flowers" goes on over commas.
    if (item.gap === 'comma') begin(!phrase.isCompany, phrase.isCompany)
    else if (!isJoined(item)) begin(true)
    if (opensPhrase(item))
      begin(item.role === 'filler' && phrase.read.length === 0 && phrase.isMain, item.role === 'but', item.role === 'filler')
    else if (item.role === 'article' || item.role === 'and' || item.role === 'or') {
      if (item.role !== 'article' || phrase.read.length > 0) begin(phrase.isMain, phrase.isCompany)
      phrase.hasArticle = item.role === 'article'
    } else if (isVerb(item, phrase)) {
      begin(!phrase.isMain || !headOf(phrase))
      continue
    }
    if (item.negated || item.silent) continue
    const isLettering = role === null && index < longestOpening && letteringWords.has(item.key) && spells(next)
    if (isLettering) phrase.read.push({ item, role: 'ignored' })
    if (role === null) continue
    const isPassed =
      role === 'ignored' && ((containers.has(item.key) && holds(next)) || partsOfPlaces.has(item.key) || namesStyle(read, index))
    if (!isPassed) phrase.read.push(entry)
  }
  begin(true)
  return phrases
}

/** Number of items at the beginning in which "the word" announces letters. */
const longestOpening = 3
/** Whether letters follow: "the word LOVE", «слово «мама»». */
const spells = (next: Item | undefined): boolean => next !== undefined && (next.gap === 'stop' || next.role === 'unknown')

/** Whether "of" or a Russian genitive follows. */
const holds = (next: Item | undefined): boolean =>
  next?.role === 'filler' || (next?.gap === 'space' && (next.role === 'word' || next.role === 'unknown'))

const beginsWithPreposition = /^(?:in|on|at|by|under|over|near|with|through|into|of)\s/i
const opensPhrase = ({ role, text }: Item): boolean =>
  role === 'place' || role === 'but' || role === 'filler' || beginsWithPreposition.test(text)

/** "a robot eating pizza", «на берегу стоит дракон»: what follows a verb is another phrase. */
function isVerb({ role, text, gap, entry }: Item, phrase: Phrase): boolean {
  if (phrase.read.length === 0 || gap !== 'space' || (role !== 'unknown' && !entry?.quiet)) return false
  return isVerbForm(text) && (!/^[a-z]/i.test(text) || headOf(phrase) !== undefined)
}

const styleNouns = new Set([
  'style',
  'styled',
  'look',
  'aesthetic',
  'shot',
  'footage',
  'angle',
  'стиле',
  'стиль',
  'духе',
  'технике',
  'эстетике',
])
/** Whether the word names a style: "Van Gogh style", "in the style of Monet", «в стиле Врубеля», "by Monet". */
function namesStyle(read: readonly ReadItem[], index: number): boolean {
  const next = read[index + 1]?.item
  if (next && isJoined(next) && styleNouns.has(next.key)) return true
  for (let at = index - 1; at >= Math.max(0, index - 5); at -= 1) {
    const { item, role } = read[at] ?? {}
    if (!item || !isJoined(read[at + 1]?.item ?? item) || item.role === 'article') return false
    if (styleNouns.has(item.key) || item.key === 'by')
      return read[at + 1]?.item.role === 'filler' || item.key === 'by' || /[а-яё]/i.test(item.key)
    if (item.role !== 'filler' && role !== 'ignored') return false
  }
  return false
}

/** The head of a phrase: the last noun in English, the first noun in Russian. */
function headOf({ read, hasArticle }: Phrase): ReadItem | undefined {
  const nouns = read.filter(({ item }, index) => {
    // "an oak table": an English word in the form of an adjective is a noun if no other follows.
    if (item.role === 'unknown' && /^[a-z]/i.test(item.key) && index === read.length - 1 && (hasArticle || index > 0))
      return !item.key.endsWith('ly')
    return !isDescriptive(item)
  })
  return /[а-яё]/i.test(nouns[0]?.item.text ?? '') ? nouns[0] : nouns.at(-1)
}

/** The noun with the unknown nouns next to it: "coffee shop", «Эйфелева башня». */
function nameOf(read: readonly ReadItem[], head: ReadItem): string {
  const at = read.indexOf(head)
  let [from, to] = [at, at]
  while (read[from]?.item.gap === 'space' && isUnknownNoun(read[from - 1])) from -= 1
  // A greeting after a card is what the card says.
  while (read[to + 1]?.item.gap === 'space' && read[to + 1]?.item.entry?.claim !== 'greeting' && isUnknownNoun(read[to + 1])) to += 1
  return read
    .slice(from, to + 1)
    .map(({ item }) => item.text)
    .join(' ')
}

const isUnknownNoun = (read: ReadItem | undefined): boolean => read?.role === 'ignored' && !isDescriptive(read.item)

/** Kinds of meanings that qualify a picture or film; none is its subject. */
const qualities: ReadonlySet<Meaning['kind']> = new Set(['style', 'colour', 'tone', 'mood', 'camera', 'view', 'tempo', 'without'])

/** Whether the word qualifies another one: a style, a camera move, a tempo, an adjective or an adverb. */
function isDescriptive({ entry, key, role }: Item): boolean {
  if (isSubstantive(key)) return false
  if (entry?.adjective) return true
  if (entry && entry.senses.length > 0) return entry.senses.every(({ meaning }) => qualities.has(meaning.kind))
  return role === 'unknown' && hasAdjectiveForm(key)
}

/** Whether the word is a scene by itself: "a sunset", "winter". */
const isScene = ({ entry }: Item): boolean =>
  entry?.senses.some(({ meaning, weak }) => !weak && (meaning.kind === 'time' || meaning.kind === 'season' || meaning.kind === 'sky')) ??
  false
