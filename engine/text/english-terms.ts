import nlp from 'compromise/two'
import type { Reading, Term } from './term.ts'
import type { Line, Token } from './tokens.ts'

/** Time, measures and words that occur in every text and do not characterize it. */
const emptyNouns = new Set(
  `time year month week weekend day hour minute second night morning evening afternoon noon midnight dawn spring summer autumn winter fall season today
  tomorrow yesterday moment period decade century age way thing nothing anything something everything anyone everyone someone nobody lot kind sort type part piece bit case fact number amount degree percent hundred
  thousand million billion people person example reason result rest half quarter third pair dozen majority place side edge end beginning start middle top
  bottom need use`.split(/\s+/),
)
const emptyAdjectives = new Set(
  `new old same other another such different various several many much more most few less own main certain whole entire general possible able likely last next
  first second third final recent late early good better best great nice bad big large small little long short high low full single enough real sure important outside inside`.split(
    /\s+/,
  ),
)
const singularDeterminers = new Set(['a', 'an', 'each', 'every'])
const notNouns = ['Pronoun', 'Date', 'Duration', 'Time', 'Value', 'Unit']
/** Plurals that are used as they are. */
const pluralOnly = new Set(['data', 'media', 'clothes', 'headphones'])
const maxPhrase = 3
/** Words to look back for the determiner of a phrase. */
const longestPhrase = 5
/** About 10 ms of tagging, so that a cancel takes effect within a sentence without end. */
const taggedAtOnce = 1_000

type Word = Token & {
  lower: string
  role: 'noun' | 'adjective' | null
  isOwner: boolean
  isPlural: boolean
  isCapital: boolean
  isName: boolean
}
/** The uses of a word in the text: all, those of each form as a noun, and the form of a name. */
type Uses = { count: number; forms: Map<string, number>; name: string | null; isLower: boolean }

/** Finds noun phrases by the part of speech that each word has in its sentence. */
export function readEnglish(lines: Line[], checkpoint: () => void): Reading {
  const uses = new Map<string, Uses>()
  const words = new Map(lines.map((line) => [line, wordsOf(line, checkpoint)]))
  for (const { stem, surface, lower, role, isName } of [...words.values()].flat().filter(({ isContent }) => isContent)) {
    const use = uses.get(stem) ?? { count: 0, forms: new Map<string, number>(), name: null, isLower: false }
    uses.set(stem, use)
    use.count += 1
    if (role === 'noun') use.forms.set(lower, (use.forms.get(lower) ?? 0) + 1)
    if (/^\p{Ll}/u.test(surface)) use.isLower = true
    else if (isName) use.name = surface.replace(possessive, '')
  }
  const nameOf = ({ stem }: Word) => (uses.get(stem)?.isLower ? null : uses.get(stem)?.name)
  const formsOf = ({ stem }: Word) => [...(uses.get(stem)?.forms ?? [])].toSorted((a, b) => b[1] - a[1])
  const singulars = new Map<string, string>()
  function singularOf({ lower, isPlural }: Word): string {
    if (!isPlural || pluralOnly.has(lower)) return lower
    const singular = singulars.get(lower) ?? nlp.tokenize(lower).tag('Plural').compute('root').text('root')
    singulars.set(lower, singular)
    return singular
  }

  function termOf(phrase: Word[]): Term[] {
    const head = phrase.at(-1)
    if (!head || head.lower.length < 3) return []
    const one = singularOf(head)
    if (emptyNouns.has(one)) return []
    const start = phrase.slice(0, -1).map((word) => `${nameOf(word) ?? word.lower} `)
    const [usual] = formsOf(head)[0] ?? [one]
    const share = formsOf(head).reduce((sum, [, count]) => sum + count, 0) / (uses.get(head.stem)?.count ?? 1)
    return [
      {
        text: [...start, nameOf(head) ?? one].join(''),
        heading: [...start, nameOf(head) ?? usual].join(''),
        stems: phrase.map(({ stem }) => stem),
        bonus: phrase.length === 1 ? 0.7 + 0.3 * share : 1.4 + 0.01 * phrase.length,
      },
    ]
  }

  return {
    countOf: (stem) => uses.get(stem)?.count ?? 0,
    termsIn: (line) => phrasesIn(words.get(line) ?? []).flatMap(termOf),
  }
}

const possessive = /['’]s?$/u

/** The words of a sentence with their parts of speech. */
function wordsOf({ text, tokens }: Line, checkpoint: () => void): Word[] {
  const tags = new Map<number, ReadonlySet<string>>()
  for (let from = 0; from < text.length; from += taggedAtOnce) {
    checkpoint()
    let at = from
    for (const term of nlp(text.slice(from, from + taggedAtOnce)).termList()) {
      at += term.pre.length
      // The second half of a contraction is empty.
      if (term.text !== '') tags.set(at, term.tags ?? new Set())
      at += term.text.length + term.post.length
    }
  }
  const words = tokens.map((token, index): Word => {
    const own = tags.get(token.start)
    const has = (...names: string[]) => names.some((name) => own?.has(name))
    const opens = index === 0 || /[:"“.!?—–]\s*$/u.test(text.slice(Math.max(0, token.start - 3), token.start))
    const isCapital = !opens && /^\p{Lu}/u.test(token.surface)
    const next = tags.get(tokens[index + 1]?.start ?? -1)
    let role: Word['role'] = null
    if (!token.isContent || has('Hyphenated', 'Comparative', 'Superlative', ...notNouns)) role = null
    else if (emptyAdjectives.has(token.lower)) role = isCapital ? 'adjective' : null
    else if (has('Adjective')) role = 'adjective'
    // "Layer the potatoes": a request begins with its verb.
    else if (has('Noun') && !(index === 0 && next?.has('Determiner'))) role = 'noun'
    return {
      ...token,
      lower: token.lower.replace(possessive, ''),
      role,
      isOwner: possessive.test(token.lower),
      isPlural: has('Plural') || (/[^s]s$/u.test(token.lower) && !has('Singular', 'Uncountable', 'ProperNoun')),
      isCapital,
      isName: isCapital || has('Person', 'Place') || /.\p{Lu}/u.test(token.surface),
    }
  })
  words.forEach((word, at) => {
    const start = startOf(words, at)
    const next = words[at + 1]
    if (!word.isPlural || start === at) return
    // "A whistle sounds", "the owner repairs old clocks": such a plural is a verb.
    const hasObject = next?.isJoined && next.role && !words[at - 1]?.isPlural
    if (hasObject || singularDeterminers.has(words[start - 1]?.lower ?? '')) word.role = null
  })
  return words
}

/** The beginning of the phrase that ends in a word. */
function startOf(words: Word[], end: number): number {
  let start = end
  while (end - start < longestPhrase && words[start]?.isJoined && words[start - 1]?.role && !words[start - 1]?.isOwner) start -= 1
  return start
}

/** The last nouns of phrases, each alone and with the one or two words before it. */
function phrasesIn(words: Word[]): Word[][] {
  return words.flatMap((head, at) => {
    const next = words[at + 1]
    if (head.role !== 'noun' || (next?.isJoined && next.role === 'noun' && !head.isOwner)) return []
    const longest = Math.min(maxPhrase, at - startOf(words, at) + 1)
    const phrases = Array.from({ length: longest }, (_, before) => words.slice(at - before, at + 1))
    // A part of a name is another name: "Bank" of "European Central Bank".
    return phrases.at(-1)?.every(({ isCapital }) => isCapital) ? phrases.slice(-1) : phrases
  })
}
