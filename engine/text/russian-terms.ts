import { openDictionary } from './russian/dictionary.ts'
import type { Parse } from './russian/dictionary.ts'
import { agrees, caseOf, genderOf, isAdjective, isPlural, parseLine } from './russian/parse-line.ts'
import type { Reading, Term } from './term.ts'
import type { Line, Token } from './tokens.ts'

/** Time, measures and words that occur in every text and do not characterize it. */
const emptyNouns = new Set(
  `год лето день месяц час минута секунда неделя раз время случай образ часть вид число количество процент ряд дело вопрос друг человек слово возможность необходимость место
  конец начало сторона пора кто что это тысяча миллион миллиард рубль век период момент способ смысл результат помощь отношение среда мера утро вечер ночь полдень
  сегодня завтра вчера понедельник вторник четверг пятница суббота воскресенье январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
  половина четверть треть пара десяток сотня множество большинство остальное всё один два три четыре пять шесть семь восемь девять десять сорок сто кг км г метр километр литр грамм`.split(
    /\s+/,
  ),
)
const emptyAdjectives = new Set(
  `самый разный различный следующий последний первый второй третий данный главный основной определённый определенный возможный необходимый нужный целый другой иной прошлый
  будущий нынешний отдельный общий собственный некоторый известный хороший плохой большой маленький новый старый лучший худший полный многий многие ближайший`.split(
    /\s+/,
  ),
)

type Group = {
  parse: Parse | null
  /** Occurrences in the singular and in the plural. */
  one: number
  many: number
  count: number
  surfaces: Map<string, number>
  /** Occurrences within a sentence with a capital letter, and any without. */
  capital: number
  lower: number
}

/** Reads every word of a Russian text by the dictionary; words that it lacks are shown in their most frequent form. */
export function readRussian(lines: Line[], checkpoint: () => void): Reading {
  const dictionary = openDictionary()
  const known = new Map<string, Parse[]>()
  const parses = new Map<Line, (Parse | null)[]>()
  const groups = new Map<string, Group>()
  lines.forEach((line, index) => {
    if (index % 16 === 0) checkpoint()
    const read = parseLine(line, dictionary, known)
    parses.set(line, read)
    line.tokens.forEach((token, at) => {
      if (!token.isContent) return
      const parse = read[at] ?? null
      if (parse) token.stem = parse.lemma
      const group = groups.get(token.stem) ?? {
        parse,
        one: 0,
        many: 0,
        count: 0,
        surfaces: new Map<string, number>(),
        capital: 0,
        lower: 0,
      }
      group.count += 1
      if (parse && isPlural(parse)) group.many += 1
      else group.one += 1
      group.surfaces.set(token.surface, (group.surfaces.get(token.surface) ?? 0) + 1)
      if (/^\p{Ll}/u.test(token.surface)) group.lower += 1
      else if (at > 0) group.capital += 1
      groups.set(token.stem, group)
    })
  })
  return {
    countOf: (stem) => groups.get(stem)?.count ?? 0,
    termsIn: (line) => termsIn(line, parses.get(line) ?? [], groups),
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const isName = ({ tags }: Parse) => ['Geox', 'Name', 'Surn', 'Patr', 'Orgn', 'Trad'].some((tag) => tags.has(tag))

type Head = { text: string; plural: boolean }

/** A noun in the nominative, in the number that the text prefers, and with the capital letter that it has there. */
function headOf(parse: Parse, group: Group): Head | null {
  const number = group.many > group.one && !parse.tags.has('Sgtm') ? 'plur' : 'sing'
  const form = parse.inflect([number, 'nomn']) ?? parse.inflect(['nomn'])
  if (form === null) return null
  return { text: isName(parse) || isProper(group) ? capital(form) : form, plural: number === 'plur' || parse.tags.has('Pltm') }
}

const isProper = ({ capital: within, lower }: Group) => within > 0 && lower === 0

function termsIn(line: Line, read: readonly (Parse | null)[], groups: Map<string, Group>): Term[] {
  const terms: Term[] = []
  line.tokens.forEach((token, at) => {
    const group = token.isContent ? groups.get(token.stem) : undefined
    if (!group) return
    const parse = read[at]
    if (!parse) {
      const shown = unknownTerm(token, at, group)
      if (shown) terms.push(shown)
      return
    }
    if (parse.pos !== 'NOUN' || emptyNouns.has(parse.lemma) || parse.lemma.length < 3) return
    const head = headOf(parse, group)
    if (!head) return
    terms.push(term(head.text, [token.stem], 1))
    const described = withAdjective(line, read, at, parse, group)
    if (described) terms.push(described)
    const owned = withGenitive(line, read, at, head.text)
    if (owned) terms.push(owned)
  })
  return terms
}

const term = (text: string, stems: string[], bonus: number): Term => ({ text, heading: text, stems, bonus })

/** A name or a new word that the dictionary lacks, as the text has it most often. */
function unknownTerm(token: Token, at: number, { surfaces, count }: Group): Term | null {
  const [usual] = [...surfaces].toSorted((a, b) => b[1] - a[1])
  const looksLikeName = at > 0 && /^\p{Lu}/u.test(token.surface)
  if (!usual || token.lower.length < 3 || !(looksLikeName || count > 1)) return null
  return term(usual[0], [token.stem], 0.8)
}

/** The noun with the adjective before it, both in the nominative. */
function withAdjective(line: Line, read: readonly (Parse | null)[], at: number, noun: Parse, group: Group): Term | null {
  const token = line.tokens[at]
  const before = token?.isJoined ? line.tokens[at - 1] : undefined
  const adjective = read[at - 1]
  if (!token || !before?.isContent || !adjective || !isAdjective(adjective) || !agrees(adjective, noun)) return null
  if (emptyAdjectives.has(adjective.lemma) || emptyNouns.has(noun.lemma)) return null
  const head = headOf(noun, group)
  const gender = genderOf(noun)
  if (!head || (!head.plural && !gender)) return null
  // A participle keeps its tense and voice.
  const kept = [...adjective.tags].filter((tag) => ['PRTF', 'ADJF', 'past', 'pres', 'pssv', 'actv', 'Supr'].includes(tag))
  const form = adjective.inflect([...kept, 'nomn', ...(head.plural ? ['plur'] : ['sing', gender ?? ''])])
  if (form === null) return null
  return term(`${/^\p{Lu}/u.test(before.surface) && at > 1 ? capital(form) : form} ${head.text}`, [before.stem, token.stem], 1.35)
}

/** «Скорость фотосинтеза», «развитие велосипедной сети»: the words after the noun keep their form. */
function withGenitive(line: Line, read: readonly (Parse | null)[], at: number, head: string): Term | null {
  const first = line.tokens[at + 1]
  const firstParse = read[at + 1]
  if (!first?.isJoined || !first.isContent || !firstParse || caseOf(firstParse) !== 'gent') return null
  const second = line.tokens[at + 2]
  const secondParse = read[at + 2]
  const stem = line.tokens[at]?.stem ?? ''
  if (firstParse.pos === 'NOUN') {
    if (emptyNouns.has(firstParse.lemma) || first.stem === stem) return null
    // «После сбора зёрна очищают»: the second noun begins a clause of its own.
    return term(`${head} ${written(first)}`, [stem, first.stem], 1.25)
  }
  if (!isAdjective(firstParse) || emptyAdjectives.has(firstParse.lemma)) return null
  if (!second?.isJoined || secondParse?.pos !== 'NOUN' || !agrees(firstParse, secondParse) || emptyNouns.has(secondParse.lemma)) return null
  return term(`${head} ${written(first)} ${written(second)}`, [stem, first.stem, second.stem], 1.15)
}

/** A word as it is written within a sentence. */
const written = ({ surface }: Token) => surface
