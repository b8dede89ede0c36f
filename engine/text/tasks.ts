import type { EngineOptions } from '../protocol/options.ts'
import type { SpeechLanguage } from '../protocol/voices.ts'
import { capitalise, clauseOf, fit, isCourtesy, untie } from './clauses.ts'
import { writeHeadlines, writeSnippet } from './headlines.ts'
import { chooseSentences, connectedAlone, rankSentences } from './rank.ts'
import type { Ranking } from './rank.ts'
import { reportReadability } from './readability.ts'
import type { Sentence } from './sentences.ts'
import { rankTerms, readTerms } from './terms.ts'
import type { RankedTerm } from './terms.ts'
import type { Source } from './source.ts'
import { readLines } from './tokens.ts'
import { writeVerse } from './verse.ts'

type Length = EngineOptions['sketch-text']['length']
type Task = EngineOptions['sketch-text']['task']

const summarySentences = { short: 2, medium: 4, long: 8 } as const
const keyPoints = { short: 3, medium: 5, long: 9 } as const
const headlines = { short: 3, medium: 5, long: 8 } as const
const keywords = { short: 6, medium: 12, long: 20 } as const
const sections = { short: 3, medium: 4, long: 6 } as const
const pointsPerSection = { short: 1, medium: 2, long: 3 } as const
/** From this many sentences on, a summary may be 1.5 times as long. */
const longText = 150
const maxHeading = 60
const repeatedPhraseFrom = 0.7

/** Performs a task on a text, as Markdown; `minSentences` states how many sentences each task requires. */
export async function writeTask(
  all: Sentence[],
  options: {
    task: Task
    length: Length
    language: SpeechLanguage
    /** The requested number of items, instead of a length. */
    count?: number | null
    checkpoint(): void
  },
): Promise<string> {
  const { task, length, language, count = null, checkpoint } = options
  if (task === 'readability') return reportReadability(all, language)
  if (task === 'verse') return writeVerse(all.map(({ text }) => text).join(' '), { language, length, theme: null, checkpoint })
  const informative = all.filter(({ text }) => !isCourtesy(text))
  const sentences = informative.length > 0 ? informative : all
  const ranking = rankSentences(sentences, language, checkpoint)
  if (task === 'summary') return summary(sentences, ranking, { wanted: summarySentences[length], exactly: count })
  if (task === 'key-points') return keyPointList(sentences, ranking, { wanted: keyPoints[length], exactly: count })
  const lines = readLines(sentences, language, checkpoint)
  const source: Source = { sentences, language, ranking, lines, reading: await readTerms(lines, language, checkpoint), checkpoint }
  switch (task) {
    case 'keywords':
      return keywordList(source, count ?? keywords[length])
    case 'outline':
      return outline(source, sections[length], pointsPerSection[length])
    case 'headlines':
      return writeHeadlines(source, count ?? headlines[length])
    case 'search-snippet':
      return writeSnippet(source)
  }
}

const allOf = (sentences: unknown[]) => sentences.map((_, index) => index)
const inTextOrder = (indexes: number[]) => indexes.toSorted((a, b) => a - b)

type Amount = { wanted: number; exactly: number | null }

/** Several sentences include the lead; a single one is the most informative. */
const chooseFrom = (sentences: Sentence[], ranking: Ranking, count: number) =>
  inTextOrder(chooseSentences(ranking, allOf(sentences), count, count === 1 ? { pointing: connectedAlone } : { lead: ranking.lead }))

function summary(sentences: Sentence[], ranking: Ranking, { wanted, exactly }: Amount): string {
  // A summary has at most about half of the sentences.
  const most = sentences.length > longText ? Math.round(wanted * 1.5) : wanted
  const chosen = chooseFrom(sentences, ranking, exactly ?? Math.min(most, Math.max(2, Math.floor(sentences.length * 0.6))))
  return chosen
    .map((index) => {
      const text = sentences[index]?.text ?? ''
      return chosen.includes(index - 1) ? text : untie(text)
    })
    .join(' ')
}

function keyPointList(sentences: Sentence[], ranking: Ranking, { wanted, exactly }: Amount): string {
  const chosen = chooseFrom(sentences, ranking, exactly ?? Math.min(wanted, Math.max(2, Math.ceil(sentences.length * 0.6))))
  return chosen.map((index) => `- ${untie(sentences[index]?.text ?? '')}`).join('\n')
}

function keywordList({ lines, reading, checkpoint, sentences, language }: Source, wanted: number): string {
  const ranked = rankTerms(lines, reading, checkpoint)
  const most = Math.min(wanted, Math.max(3, Math.ceil(sentences.length * 2)))
  const chosen: RankedTerm[] = []
  const used = new Map<string, number>()
  for (const term of ranked) {
    if (chosen.length === most) break
    if (term.stems.some((stem) => (used.get(stem) ?? 0) > 0) || chosen.some(({ text }) => text === term.text)) continue
    for (const stem of term.stems) used.set(stem, (used.get(stem) ?? 0) + 1)
    chosen.push(term)
  }
  if (chosen.length > 0) return chosen.map(({ text }) => `- ${text}`).join('\n')
  const first = sentences[0]?.text ?? ''
  return `- ${clauseOf(first, language, maxHeading) ?? fit(first, maxHeading)}`
}

function outline(source: Source, wantedSections: number, points: number): string {
  const { sentences, ranking } = source
  const used = new Set<string>()
  const title = headingFor(source, allOf(sentences), used, 1)
  const parts = splitIntoSections(source, wantedSections).map((section) => {
    const heading = headingFor(source, section, used, repeatedPhraseFrom)
    const bullets = inTextOrder(chooseSentences(ranking, section, points))
    return [`## ${heading}`, ...bullets.map((index) => `- ${untie(sentences[index]?.text ?? '')}`)].join('\n')
  })
  return [`# ${title}`, ...parts].join('\n\n')
}

/**
 * The best term of these sentences whose words no other heading has used, or a short clause of theirs. `phraseFrom` is the share of the best
 * score from which a phrase is preferred to a single word; one that is repeated needs less.
 */
function headingFor(source: Source, section: number[], used: Set<string>, phraseFrom: number): string {
  const lines = section.flatMap((index) => source.lines[index] ?? [])
  const terms = rankTerms(lines, source.reading, source.checkpoint)
  const free = terms.filter(({ stems }) => !stems.some((stem) => used.has(stem)))
  const [best] = free
  const phrase =
    free.find(
      ({ stems, score, count }) => stems.length > 1 && score > (best?.score ?? 0) * (count > 1 ? repeatedPhraseFrom : phraseFrom),
    ) ?? best
  if (phrase) {
    for (const stem of phrase.stems) used.add(stem)
    return capitalise(phrase.heading)
  }
  const ranked = chooseSentences(source.ranking, section, 3).map((index) => source.sentences[index]?.text ?? '')
  for (const text of ranked) {
    const clause = clauseOf(text, source.language, maxHeading)
    if (clause) return clause
  }
  return fit(untie(ranked[0] ?? ''), maxHeading)
}

/** Cuts the text where neighbouring sentences have least in common, preferring the ends of paragraphs. */
function splitIntoSections({ sentences, ranking }: Source, wanted: number): number[][] {
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
