import type { Line, Token } from '../tokens.ts'
import type { Dictionary, Parse } from './dictionary.ts'

export type Case = 'nomn' | 'gent' | 'datv' | 'accs' | 'ablt' | 'loct'
const caseNames: readonly Case[] = ['nomn', 'gent', 'datv', 'accs', 'ablt', 'loct']

/** Cases that prepositions take. */
const prepositions: ReadonlyMap<string, readonly Case[]> = new Map(
  (
    [
      ['без для до из от у около после против кроме ради вокруг возле среди внутри вместо', ['gent']],
      ['к ко по благодаря согласно', ['datv']],
      ['над между перед', ['ablt']],
      ['с со', ['ablt', 'gent']],
      ['за под', ['ablt', 'accs']],
      ['в во на', ['loct', 'accs']],
      ['о об при', ['loct']],
      ['через про сквозь', ['accs']],
    ] as const
  ).flatMap(([words, cases]) => words.split(' ').map((word) => [word, cases] as const)),
)

/** Readings that are rare for a word in lower case. */
const nameTags = ['Name', 'Surn', 'Patr', 'Geox', 'Abbr', 'Init', 'Orgn', 'Trad']

export const caseOf = ({ tags }: Parse): Case | undefined => {
  // «В лесу», «чаю»: second cases stand for the first ones.
  if (tags.has('loc2')) return 'loct'
  if (tags.has('gen2')) return 'gent'
  return caseNames.find((name) => tags.has(name))
}
export const isPlural = ({ tags }: Parse) => tags.has('plur')
export const genderOf = ({ tags }: Parse) => (['masc', 'femn', 'neut'] as const).find((name) => tags.has(name))
export const isAdjective = ({ pos, tags }: Parse) => (pos === 'ADJF' || pos === 'PRTF') && !tags.has('Apro') && !tags.has('Anum')

/** Whether an adjective and a noun agree in case, number and gender. */
export function agrees(adjective: Parse, noun: Parse): boolean {
  if (caseOf(adjective) !== caseOf(noun) || isPlural(adjective) !== isPlural(noun)) return false
  if (adjective.tags.has('inan') && noun.tags.has('anim')) return false
  if (adjective.tags.has('anim') && noun.tags.has('inan')) return false
  return isPlural(noun) || genderOf(adjective) === genderOf(noun)
}

/** The likeliest reading of each word of a line, by its own odds and by its neighbors; null for words that the dictionary lacks. */
export function parseLine({ tokens }: Line, dictionary: Dictionary, known: Map<string, Parse[]>): (Parse | null)[] {
  const readings = tokens.map(({ lower }) => {
    const earlier = known.get(lower)
    if (earlier) return earlier
    const parses = /^[а-яё-]{1,40}$/u.test(lower) ? dictionary.parse(lower) : []
    known.set(lower, parses)
    return parses
  })
  return tokens.map((token, at) => {
    let best: Parse | null = null
    let bestScore = 0
    for (const parse of readings[at] ?? []) {
      const score = (parse.weight + 0.02) * fit(parse, token, at, tokens, readings)
      if (score > bestScore) {
        best = parse
        bestScore = score
      }
    }
    return best
  })
}

function fit(parse: Parse, token: Token, at: number, tokens: readonly Token[], readings: readonly Parse[][]): number {
  let score = 1
  const isCapital = /^\p{Lu}/u.test(token.surface)
  if (nameTags.some((tag) => parse.tags.has(tag))) score *= isCapital ? (at > 0 ? 3 : 1) : 0.01
  // «Варение» is a spelling of «варенье», and rarer.
  if (parse.tags.has('V-be')) score *= 0.5
  const before = token.isJoined ? tokens[at - 1] : undefined
  const beforeReadings = before ? (readings[at - 1] ?? []) : []
  const next = tokens[at + 1]?.isJoined ? (readings[at + 1] ?? []) : []
  const isNominal = parse.pos === 'NOUN' || isAdjective(parse)
  const own = caseOf(parse)
  const required = casesBefore(at, tokens, readings)
  if (required) score *= isNominal && own && required.includes(own) ? 4 : parse.pos === 'VERB' || parse.pos === 'GRND' ? 0.02 : 0.4
  if (parse.pos === 'NOUN') {
    if (beforeReadings.some((other) => isAdjective(other) && agrees(other, parse))) score *= 3
    else if (beforeReadings.length > 0 && beforeReadings.every(isAdjective)) score *= 0.1
    // «Развитие сети»: a noun right after a noun is mostly its genitive.
    if (!required && own === 'gent' && beforeReadings.some(({ pos }) => pos === 'NOUN')) score *= 2
    if (at === 0 && own === 'nomn') score *= 1.5
  }
  if (isAdjective(parse) && next.some((other) => other.pos === 'NOUN' && agrees(parse, other))) score *= 2.5
  return score
}

/** The cases that a preposition before this word, or before the adjectives in front of it, allows. */
function casesBefore(at: number, tokens: readonly Token[], readings: readonly Parse[][]): readonly Case[] | undefined {
  for (let from = at; from > 0 && at - from < 3; from -= 1) {
    if (!tokens[from]?.isJoined) return undefined
    const before = tokens[from - 1]
    const required = before && prepositions.get(before.lower)
    if (required) return required
    if (!(readings[from - 1] ?? []).some((parse) => isAdjective(parse))) return undefined
  }
  return undefined
}
