import type { EngineOptions } from '../protocol.ts'
import { capitalise, clauseOf, fit, pointsBack, untie } from './clauses.ts'
import { chooseSentences } from './rank.ts'
import type { Source } from './source.ts'
import { rankTerms } from './terms.ts'
import type { RankedTerm } from './terms.ts'

const maxHeadline = 70
const maxTitle = 60
const maxDescription = 155
const wantedHeadlines = { short: 3, medium: 5, long: 8 } as const

const patterns = {
  en: { know: 'what to know', brief: 'the main points in brief', question: 'what it is about', and: ' and ' },
  ru: { know: 'что важно знать', brief: 'коротко о главном', question: 'о чём идёт речь', and: ' и ' },
} as const

type Ranked = { clauses: string[]; terms: RankedTerm[] }

/** Short clauses of the best sentences, best first, and the terms that share no word. */
function material(source: Source, maxLength: number): Ranked {
  const { sentences, ranking, language } = source
  const all = sentences.map((_, index) => index)
  const order = chooseSentences(ranking, all, Math.min(all.length, 24)).map((index) => sentences[index]?.text ?? '')
  const clauses = order
    .filter((text) => !pointsBack(text, language) && !text.endsWith('?'))
    .flatMap((text) => clauseOf(text, language, maxLength) ?? [])
  const terms: RankedTerm[] = []
  for (const term of rankTerms(source.lines, source.reading, source.checkpoint)) {
    if (terms.length === 4) break
    if (!term.stems.some((stem) => terms.some(({ stems }) => stems.includes(stem)))) terms.push(term)
  }
  return { clauses: [...new Set(clauses)], terms }
}

export function writeHeadlines(source: Source, length: EngineOptions['sketch-text']['length']): string {
  const { clauses, terms } = material(source, maxHeadline)
  const say = patterns[source.language]
  const [first, second, third] = terms.map(({ heading }) => heading)
  const withNumber = clauses.find((clause) => /\d/.test(clause))
  const topic = first === undefined ? null : capitalise(first)
  // One of each style before the second of any.
  const styles = [
    clauses[0],
    topic && `${topic}: ${say.know}`,
    withNumber,
    first && second && capitalise(third ? `${first}, ${second}${say.and}${third}` : `${first}${say.and}${second}`),
    topic && `${topic}: ${say.brief}`,
    clauses[1],
    clauses[2],
    topic && second && `${topic}, ${second}: ${say.question}`,
    ...clauses.slice(3),
  ]
  const fitting = new Set(styles.flatMap((headline) => (headline && headline.length <= maxHeadline ? [headline] : [])))
  if (fitting.size === 0) fitting.add(fit(untie(source.sentences[0]?.text ?? ''), maxHeadline))
  return [...fitting]
    .slice(0, wantedHeadlines[length])
    .map((headline) => `- ${headline}`)
    .join('\n')
}

const labels = { en: { title: 'Title', description: 'Description' }, ru: { title: 'Заголовок', description: 'Описание' } }

export function writeSnippet(source: Source): string {
  const { sentences, ranking, language } = source
  const { clauses, terms } = material(source, maxTitle)
  const [first, second] = terms.map(({ heading }) => heading)
  const named = first && capitalise(second && first.length + second.length + 2 <= maxTitle ? `${first}, ${second}` : first)
  const title = clauses[0] ?? named ?? untie(sentences[0]?.text ?? '')
  const bestFirst = chooseSentences(
    ranking,
    sentences.map((_, index) => index),
    Math.min(sentences.length, 12),
  )
  const standing = bestFirst.filter((index) => !pointsBack(sentences[index]?.text ?? '', language))
  const texts = (standing.length > 0 ? standing : bestFirst).map((index) => untie(sentences[index]?.text ?? ''))
  // A sentence that only says the title again tells nothing new; one that fits as a whole reads best.
  const other = texts.filter((text) => !text.startsWith(title))
  const whole = other.find((text) => text.length <= maxDescription && text.length >= maxDescription * 0.45)
  const description = whole ?? other[0] ?? texts[0] ?? ''
  const follow = whole && texts.find((text) => text !== whole && whole.length + 1 + text.length <= maxDescription)
  const say = labels[language]
  const full = follow ? `${description} ${follow}` : description
  return `**${say.title}:** ${fit(title, maxTitle)}\n\n**${say.description}:** ${fit(full, maxDescription)}`
}
