import type { EngineOptions } from '../protocol.ts'
import type { SpeechLanguage } from '../voices.ts'
import { phrasesOf } from './phrases.ts'
import { chooseSentences, rankSentences } from './rank.ts'
import type { Ranking } from './rank.ts'
import type { Sentence } from './sentences.ts'
import { stopWords } from './stop-words.ts'

type Length = EngineOptions['sketch-text']['length']
type Task = EngineOptions['sketch-text']['task']

const summarySentences = { short: 2, medium: 4, long: 8 } as const
const keyPoints = { short: 3, medium: 5, long: 9 } as const
const sections = { short: 3, medium: 4, long: 6 } as const
const pointsPerSection = { short: 1, medium: 2, long: 3 } as const
const headlines = { short: 3, medium: 5, long: 8 } as const
const maxHeadlineWords = 12

type Source = { sentences: Sentence[]; language: SpeechLanguage; ranking: Ranking }

/** Writes what was asked about a text of at least two sentences, as plain Markdown. */
export function writeTask(
  sentences: Sentence[],
  options: { task: Task; length: Length; language: SpeechLanguage; checkpoint(): void },
): string {
  const { task, length, language, checkpoint } = options
  const source: Source = { sentences, language, ranking: rankSentences(sentences, checkpoint) }
  switch (task) {
    case 'summary':
      return summary(source, summarySentences[length])
    case 'key-points':
      return keyPointList(source, keyPoints[length])
    case 'outline':
      return outline(source, sections[length], pointsPerSection[length])
    case 'headlines':
      return headlineList(source, headlines[length])
  }
}

const allOf = (source: Source) => source.sentences.map((_, index) => index)
const inTextOrder = (indexes: number[]) => indexes.toSorted((a, b) => a - b)

function summary(source: Source, wanted: number): string {
  // A summary as long as its text is none: at most about half of the sentences.
  const count = Math.min(wanted, Math.max(1, Math.floor(source.sentences.length * 0.6)))
  const chosen = inTextOrder(chooseSentences(source.ranking, allOf(source), count))
  return chosen.map((index) => source.sentences[index]?.text ?? '').join(' ')
}

function keyPointList(source: Source, wanted: number): string {
  const count = Math.min(wanted, Math.max(2, Math.ceil(source.sentences.length * 0.6)))
  const chosen = inTextOrder(chooseSentences(source.ranking, allOf(source), count))
  return chosen.map((index) => `- ${asPoint(source.sentences[index]?.text ?? '')}`).join('\n')
}

function outline(source: Source, wantedSections: number, points: number): string {
  const used = new Set<string>()
  const title = headingFor(source, allOf(source), used)
  const parts = splitIntoSections(source, wantedSections).map((section) => {
    const heading = headingFor(source, section, used)
    const bullets = inTextOrder(chooseSentences(source.ranking, section, Math.min(points, section.length)))
    return [`## ${heading}`, ...bullets.map((index) => `- ${asPoint(source.sentences[index]?.text ?? '')}`)].join('\n')
  })
  return [`# ${title}`, ...parts].join('\n\n')
}

/** The best phrase of these sentences whose words no other heading has used. */
function headingFor(source: Source, section: number[], used: Set<string>): string {
  const group = section.flatMap((index) => source.sentences[index] ?? [])
  const phrases = phrasesOf(group, source.language, source.sentences)
  const phrase = phrases.find(({ stems }) => !stems.some((stem) => used.has(stem))) ?? phrases[0]
  if (!phrase) return capitalise(group[0]?.text.split(/\s+/).slice(0, 4).join(' ') ?? '')
  for (const stem of phrase.stems) used.add(stem)
  return capitalise(phrase.text)
}

/** Cuts the text where neighbouring sentences have least in common, preferring the ends of paragraphs. */
function splitIntoSections(source: Source, wanted: number): number[][] {
  const { sentences, ranking } = source
  const count = Math.max(1, Math.min(wanted, Math.floor(sentences.length / 2)))
  const gaps = sentences.slice(1).map((sentence, index) => {
    const at = index + 1
    let cohesion = 0
    for (let before = Math.max(0, at - 3); before < at; before += 1) {
      for (let after = at; after < Math.min(sentences.length, at + 3); after += 1) {
        cohesion += ranking.similarity(before, after)
      }
    }
    const newParagraph = sentence.paragraph !== sentences[index]?.paragraph
    return { at, cohesion: cohesion / 9 - (newParagraph ? 0.5 : 0) }
  })
  const cuts: number[] = []
  const minLength = Math.max(2, Math.floor(sentences.length / (count * 2.5)))
  for (const { at } of gaps.toSorted((a, b) => a.cohesion - b.cohesion || a.at - b.at)) {
    if (cuts.length === count - 1) break
    if ([0, sentences.length, ...cuts].every((cut) => Math.abs(cut - at) >= minLength)) cuts.push(at)
  }
  const bounds = [0, ...inTextOrder(cuts), sentences.length]
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? 0
    return Array.from({ length: end - start }, (_, offset) => start + offset)
  })
}

function headlineList(source: Source, wanted: number): string {
  const ranked = chooseSentences(source.ranking, allOf(source), Math.min(source.sentences.length, wanted * 2))
  const seen = new Set<string>()
  for (const index of ranked) {
    const headline = asHeadline(source.sentences[index]?.text ?? '', source.language)
    if (headline !== '' && seen.size < wanted) seen.add(headline)
  }
  return [...seen].map((headline) => `- ${headline}`).join('\n')
}

/** Words that tie a sentence to the one before it, which is not there any more. */
const connective =
  /^(?:however|moreover|furthermore|therefore|thus|also|in addition|for example|for instance|meanwhile|as a result|finally|but|and|so|однако|кроме того|более того|поэтому|таким образом|также|например|впрочем|наконец|тем не менее|при этом|в результате|но|и|а|итак)[,\s]\s*/iu

const asPoint = (sentence: string) => capitalise(sentence.replace(connective, ''))

/** A clause that only adds something about the noun before it. */
const relativeClause = /,\s+(?:who|which|whose|where|котор[а-яё]+|где|что)\s[^,]{1,120},\s*/giu
const clauseBreak = /\s*(?:[;:,]|\s[—–-])\s+/gu
const minHeadlineWords = 5

/** A sentence cut down to its main clause, without its full stop; about twelve words at most. */
function asHeadline(sentence: string, language: SpeechLanguage): string {
  const plain = asPoint(sentence)
    .replace(/\s*[([][^)\]]{0,200}[)\]]/g, '')
    .replace(/["«»“”]/g, '')
    .replace(relativeClause, ' ')
    .replace(/[.!…;:,\s]+$/u, '')
  for (const found of plain.matchAll(clauseBreak)) {
    const clause = plain.slice(0, found.index)
    const isDefinition = /[—–-]/.test(found[0])
    if (!isDefinition && wordCount(clause) >= minHeadlineWords) return shorten(clause, language)
  }
  return shorten(plain, language)
}

/** Cuts an over-long headline before one of its small words, so that it still reads as a whole. */
function shorten(headline: string, language: SpeechLanguage): string {
  const words = headline.split(/\s+/)
  if (words.length <= maxHeadlineWords) return headline
  const articles = new Set(['a', 'an', 'the'])
  const isSmall = (word: string) => stopWords[language].has(word.toLowerCase().replace(/[^\p{L}]/gu, ''))
  for (let length = maxHeadlineWords; length >= maxHeadlineWords / 2; length -= 1) {
    const next = words[length] ?? ''
    if (isSmall(next) && !articles.has(next) && !isSmall(words[length - 1] ?? ''))
      return words
        .slice(0, length)
        .join(' ')
        .replace(/[,;:]$/u, '')
  }
  return `${words.slice(0, maxHeadlineWords).join(' ')}…`
}

const wordCount = (text: string) => text.split(/\s+/).length
const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
