import type { Line, Token } from './tokens.ts'
import type { Reading, Term } from './term.ts'

const determiners = new Set(
  'a an the this these those its their his her our my your no each every some any of in on at for with from by into between through about per across near'.split(
    ' ',
  ),
)
const verbMarkers = new Set('to will would can could may might must shall should not they we you who it he she i cannot'.split(' '))
/** Common verbs and other words that cannot be the head of a term. */
const unfit = new Set(
  `use used using make makes made take takes took taken give gives gave given get gets got go goes went gone come comes came say says said see
  sees saw seen know knows knew known think thinks thought find finds found keep keeps kept let lets begin begins began begun become becomes
  became show shows shown put puts bring brings brought call calls called need needs want wants include includes included reduce reduces add
  adds pay pays remain remains seem seems lead leads led help helps allow allows happen happens live lives work works help like new next last
  first second third many several various different important better best good great large small big little long short high low early late
  recent possible able likely main certain general whole less least enough almost always usually often sometimes today now later ago soon
  together instead around along within without toward towards among year years month months week weeks day days time times way ways thing
  things people percent number lot kind part case expects expect plans hopes single entire rest rests rise rises float floats soft hard easy expensive cheap warm cold hot cool dark bright
  clean dirty wide deep fast slow quick strong weak rich poor full empty dry wet even exact run runs three four five six seven eight nine ten hundred thousand million billion`.split(
    /\s+/,
  ),
)
const past = /[^e]ed$/
const noPlural = /(?:ss|us|is|[aeiou]s)$/
const irregular: Record<string, string> = {
  children: 'child',
  men: 'man',
  women: 'woman',
  mice: 'mouse',
  feet: 'foot',
  teeth: 'tooth',
  leaves: 'leaf',
  lives: 'life',
  wolves: 'wolf',
  knives: 'knife',
  shelves: 'shelf',
  halves: 'half',
  criteria: 'criterion',
  phenomena: 'phenomenon',
  bacteria: 'bacterium',
  analyses: 'analysis',
  crises: 'crisis',
  series: 'series',
  species: 'species',
  shoes: 'shoe',
  canoes: 'canoe',
  movies: 'movie',
  cookies: 'cookie',
  means: 'means',
  news: 'news',
}

/** The singular of a noun, by rule; `isKnown` decides between two candidates by the words of the text. */
export function singularOf(word: string, isKnown: (word: string) => boolean): string {
  const odd = irregular[word]
  if (odd !== undefined) return odd
  if (word.length < 4 || !word.endsWith('s') || (noPlural.test(word) && !/(?:[aeo]s)$/.test(word))) return word
  if (word.endsWith('ies')) return word.length > 5 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (word.endsWith('oes')) return word.slice(0, -2)
  if (word.endsWith('as') || word.endsWith('os')) return isKnown(word.slice(0, -1)) ? word.slice(0, -1) : word
  if (/(?:s|x|z|ch|sh)es$/.test(word)) {
    const short = word.slice(0, -2)
    if (isKnown(word.slice(0, -1))) return word.slice(0, -1)
    return /(?:ss|x|zz|ch|sh)es$/.test(word) || isKnown(short) ? short : word.slice(0, -1)
  }
  return word.slice(0, -1)
}

export function readEnglish(lines: Line[]): Reading {
  const counts = new Map<string, number>()
  const asNoun = new Map<string, number>()
  const surfaces = new Map<string, Map<string, number>>()
  const inLower = new Set<string>()
  const known = new Set<string>()
  const capital = new Map<string, string>()
  for (const { tokens } of lines) {
    tokens.forEach((token, at) => {
      if (!token.isContent) return
      known.add(token.lower)
      if (/^\p{Ll}/u.test(token.surface)) inLower.add(token.stem)
      else if (at > 0) capital.set(token.stem, token.surface)
      const seen = surfaces.get(token.stem) ?? new Map<string, number>()
      seen.set(token.lower, (seen.get(token.lower) ?? 0) + 1)
      surfaces.set(token.stem, seen)
      counts.set(token.stem, (counts.get(token.stem) ?? 0) + 1)
      if (opensNoun(tokens, at)) asNoun.set(token.stem, (asNoun.get(token.stem) ?? 0) + 1)
    })
  }
  const isKnown = (word: string) => known.has(word)
  const baseOf = (token: Token) => {
    const name = capital.get(token.stem)
    // A word that is always capitalized in mid-sentence is a name.
    if (name !== undefined && !inLower.has(token.stem)) return name.replace(/['’]s?$/u, '')
    return singularOf(token.lower.replace(/['’]s?$/u, ''), isKnown)
  }
  /** The form the text has most often, of those that are the noun: "bees" rather than "bee". */
  const usualOf = (token: Token) => {
    const base = baseOf(token)
    const forms = [...(surfaces.get(token.stem) ?? [])].filter(([form]) => singularOf(form, isKnown) === base)
    return forms.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? base
  }
  const isVerbal = (token: Token) => past.test(token.lower) || /(?:[a-z]{2}ing|ly)$/.test(token.lower)
  return {
    countOf: (stem) => counts.get(stem) ?? 0,
    termsIn({ tokens }) {
      const terms: Term[] = []
      tokens.forEach((token, at) => {
        if (!token.isContent || unfit.has(token.lower) || unfit.has(baseOf(token)) || token.lower.length < 3) return
        const share = (asNoun.get(token.stem) ?? 0) / (counts.get(token.stem) ?? 1)
        if (share > 0.2 && !isVerbal(token))
          terms.push({ text: baseOf(token), heading: usualOf(token), stems: [token.stem], bonus: 0.7 + 0.3 * share })
        const phrase = phraseAt(tokens, at)
        if (!phrase) return
        const last = phrase.at(-1)
        if (!last || isVerbal(last)) return
        const start = phrase
          .slice(0, -1)
          .map((word) => (capital.has(word.stem) && !inLower.has(word.stem) ? word.surface : word.lower))
          .join(' ')
        terms.push({
          text: `${start} ${baseOf(last)}`,
          heading: `${start} ${usualOf(last)}`,
          stems: phrase.map(({ stem }) => stem),
          bonus: phrase.length === 2 ? 1.4 : 1.3,
        })
      })
      return terms
    },
  }
}

/** Whether a noun is likely here: after a determiner or preposition, or one word later. */
function opensNoun(tokens: Token[], at: number): boolean {
  const token = tokens[at]
  const before = tokens[at - 1]
  if (!token || !before || !token.isJoined || verbMarkers.has(before.lower)) return false
  if (determiners.has(before.lower)) return endsNoun(tokens, at)
  const earlier = tokens[at - 2]
  return before.isContent && before.isJoined && earlier !== undefined && determiners.has(earlier.lower) && endsNoun(tokens, at)
}

/** Whether the noun phrase ends here. */
function endsNoun(tokens: Token[], at: number): boolean {
  const next = tokens[at + 1]
  return !next || !next.isJoined || !next.isContent || past.test(next.lower) || unfit.has(next.lower)
}

/** Two or three words between a determiner or preposition and the next small word. */
function phraseAt(tokens: Token[], at: number): Token[] | null {
  const before = tokens[at - 1]
  if (!before || !tokens[at]?.isJoined || !determiners.has(before.lower)) return null
  for (let length = 2; length <= 3; length += 1) {
    const words = tokens.slice(at, at + length)
    if (words.length < length || !words.every((word, index) => word.isContent && !unfit.has(word.lower) && (index === 0 || word.isJoined)))
      return null
    if (words.slice(1).some(({ lower }) => past.test(lower))) return null
    if (endsNoun(tokens, at + length - 1)) return words
  }
  return null
}
