import type { EngineOptions } from '../protocol/options.ts'
import type { SpeechLanguage } from '../protocol/voices.ts'
import { capitalise } from './clauses.ts'
import { beatsOf, isIambic, keepsMetre, lastWord, plain, rhymeOf, stressed, syllablesOfLine } from './verse/metre.ts'
import { themesOf, titleOf } from './verse/themes.ts'
import { themeWords, vocabulary } from './verse/vocabulary.ts'
import type { Theme } from './verse/vocabulary.ts'

const stanzas = { short: 2, medium: 3, long: 4 } as const

const words = {
  en: {
    untitled: 'A quiet hour',
    note: 'Verse by grammar: iambic tetrameter put together by rules from a small vocabulary. No poet, and no language model.',
    unknown: 'No theme of its vocabulary was found in your words, so it speaks of things in general.',
  },
  ru: {
    untitled: 'Тихий час',
    note: 'Стихи по грамматике: четырёхстопный ямб, который собирают правила из небольшого словаря. Это не поэт и не языковая модель.',
    unknown: 'В ваших словах не нашлось темы из этого словаря, поэтому стихи — обо всём понемногу.',
  },
}

const startOf = (line: VerseLine) => line.marked.split(' ').slice(0, 2).join(' ')

type VerseLine = { marked: string; rhyme: string; end: string; about: string; themes: readonly Theme[] }

/** Every line of the vocabulary that fits the metre. */
const madeLines: Partial<Record<SpeechLanguage, { lines: VerseLine[]; closings: VerseLine[] }>> = {}

function linesIn(language: SpeechLanguage, checkpoint: () => void): { lines: VerseLine[]; closings: VerseLine[] } {
  const known = madeLines[language]
  if (known) return known
  const { nouns, adjectives, openings, verbs, places, deeds, closings } = vocabulary[language]
  const predicates = endingsOf([...verbs.flatMap((verb) => places.map((place) => `${stressEach(verb)} ${place}`)), ...deeds])
  const lines: VerseLine[] = []
  for (const noun of nouns) {
    checkpoint()
    const form = { m: 0, f: 1, n: 2 } as const
    const about = plain(noun.word)
    const subjects = openings.flatMap((opening) => {
      const named = opening.replace('{noun}', noun.word)
      if (!named.includes('{adjective}')) return [named]
      return adjectives.map((adjective) => named.replace('{adjective}', adjective[form[noun.gender]]))
    })
    const suited = predicates.filter(({ said, end }) => end !== about && suits(said, noun.themes))
    for (const subject of subjects) {
      const beats = beatsOf(subject)
      if (!keepsMetre(beats, 0)) continue
      for (const { said, from, rhyme, end } of suited)
        if (from === beats.length) lines.push({ marked: `${subject} ${said}`, rhyme, end, about, themes: noun.themes })
    }
  }
  const ends: VerseLine[] = []
  for (const closing of closings) {
    const rhyme = rhymeOf(closing)
    if (rhyme !== null && isIambic(closing)) ends.push({ marked: closing, rhyme, end: lastWord(closing), about: closing, themes: [] })
  }
  const made = { lines, closings: ends }
  madeLines[language] = made
  return made
}

/** Places that suit some themes only: no sail by the fireside. */
const placesFor: readonly (readonly [place: string, of: readonly Theme[]])[] = [
  ["у огня'", ['home', 'night', 'road', 'autumn', 'winter']],
  ["за реко'й", ['forest', 'sky', 'night', 'city', 'road', 'winter', 'spring', 'summer', 'autumn']],
  ["в тени' ветве'й", ['forest', 'spring', 'summer', 'road', 'sea', 'home']],
  ['near the sea', ['sea', 'sky', 'night', 'road', 'city', 'home']],
  ["be·'side the tree", ['forest', 'home', 'road', 'spring', 'summer', 'autumn']],
]
const suits = (said: string, of: readonly Theme[]): boolean =>
  placesFor.every(([place, themes]) => !said.endsWith(place) || of.some((theme) => themes.includes(theme)))

const smallWords = new Set(['is', 'не', 'и'])
const stressEach = (words: string) => words.replace(/\S+/gu, (word) => (smallWords.has(word) ? word : stressed(word)))

/** An ending of a line, the syllable it starts at, and its rhyme. */
type Ending = { said: string; from: number; rhyme: string; end: string }

/** Endings that rhyme and keep the metre. The position of an ending follows from its length. */
function endingsOf(predicates: readonly string[]): Ending[] {
  return predicates.flatMap((said): Ending[] => {
    const rhyme = rhymeOf(said)
    const beats = beatsOf(said)
    const from = syllablesOfLine - beats.length
    if (rhyme === null || beats.at(-1) === 'unstressed' || !keepsMetre(beats, from)) return []
    return [{ said, from, rhyme, end: lastWord(said) }]
  })
}

/** Stanzas of four lines with crossed rhymes on the themes of a prompt; the same prompt always gives the same verse. */
export function writeVerse(
  prompt: string,
  options: {
    language: SpeechLanguage
    length: EngineOptions['sketch-text']['length']
    /** The theme as written, for the title. */
    theme: string | null
    checkpoint(): void
  },
): string {
  const { language, length, theme, checkpoint } = options
  const { lines, closings } = linesIn(language, checkpoint)
  const asked = themesOf(prompt, language)
  const random = randomOf(hashOf(`${prompt} ${length}`))
  /** Nouns of the vocabulary that the prompt names itself. */
  const named = new Set(prompt.toLowerCase().match(/\p{L}+/gu))
  const usedEnds = new Set<string>()
  const usedSubjects = new Map<string, number>()
  const usedStarts = new Map<string, number>()
  let lastRhymes: string[] = []

  const pick = (from: VerseLine[], rhyme: string): VerseLine | null => {
    let best: VerseLine | null = null
    let bestScore = -Infinity
    for (const line of from) {
      if (line.rhyme !== rhyme || usedEnds.has(line.end)) continue
      const fits = line.themes.some((theme) => asked.includes(theme)) ? 2.6 : isOutOfSeason(line, asked) ? -3 : 0
      const isNamed = named.has(line.about) ? 1.5 : 0
      const score = fits + isNamed + random() - 1.2 * (usedSubjects.get(line.about) ?? 0) - 0.5 * (usedStarts.get(startOf(line)) ?? 0)
      if (score > bestScore) {
        best = line
        bestScore = score
      }
    }
    if (!best) return null
    usedEnds.add(best.end)
    usedSubjects.set(best.about, (usedSubjects.get(best.about) ?? 0) + 1)
    usedStarts.set(startOf(best), (usedStarts.get(startOf(best)) ?? 0) + 1)
    return best
  }

  const written: string[] = []
  for (let stanza = 0; stanza < stanzas[length]; stanza += 1) {
    checkpoint()
    const closingRhymes = [...new Set(closings.map(({ rhyme }) => rhyme))]
    const ends = shuffle([...new Set(lines.map(({ rhyme }) => rhyme))], random).toSorted(
      (a, b) => Number(lastRhymes.includes(a)) - Number(lastRhymes.includes(b)),
    )
    const four = firstOf(ends, (second) => {
      if (!closingRhymes.includes(second)) return null
      return firstOf(ends, (first) => (first === second ? null : tryStanza(first, second)))
    })
    if (!four) break
    lastRhymes = four.map(({ rhyme }) => rhyme)
    written.push(setOut(four, language))
  }
  const title = theme ? titleOf(theme, language) : asked.length > 0 ? nameOf(asked, language) : words[language].untitled
  const note = asked.length > 0 ? words[language].note : `${words[language].note} ${words[language].unknown}`
  return [`# ${title}`, ...written, `*${note}*`].join('\n\n')

  function tryStanza(first: string, second: string): VerseLine[] | null {
    const ends = new Set(usedEnds)
    const subjects = new Map(usedSubjects)
    const four = [pick(lines, first), pick(lines, second), pick(lines, first), pick(closings, second)]
    const whole = four.flatMap((line) => line ?? [])
    if (whole.length === 4) return whole
    usedEnds.clear()
    for (const end of ends) usedEnds.add(end)
    usedSubjects.clear()
    for (const [about, count] of subjects) usedSubjects.set(about, count)
    return null
  }
}

function firstOf<T, R>(values: T[], find: (value: T) => R | null): R | null {
  for (const value of values) {
    const found = find(value)
    if (found !== null) return found
  }
  return null
}

const seasons: readonly Theme[] = ['winter', 'spring', 'summer', 'autumn']

/** Whether a line belongs to another season than the requested one, such as grass in winter. */
function isOutOfSeason({ themes: of }: VerseLine, asked: readonly Theme[]): boolean {
  const season = asked.find((theme) => seasons.includes(theme))
  return season !== undefined && of.some((theme) => seasons.includes(theme)) && !of.includes(season)
}

/** Two trailing spaces keep the lines apart in Markdown. */
function setOut(four: VerseLine[], language: SpeechLanguage): string {
  const marks = language === 'ru' ? [',', '.', ',', '.'] : [';', '.', ';', '.']
  return four.map(({ marked }, index) => `${capitalise(plain(marked))}${marks[index] ?? ''}`).join('  \n')
}

function nameOf(asked: Theme[], language: SpeechLanguage): string {
  const names = asked.map((theme) => themeWords[language][theme].name)
  return [names[0] ?? '', ...names.slice(1).map((name) => name.charAt(0).toLowerCase() + name.slice(1))].join(', ')
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

function shuffle<T>(values: T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value)
}
