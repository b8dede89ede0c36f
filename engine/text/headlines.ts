import { capitalise, clauseOf, fit, pointsBack, untie } from './clauses.ts'
import { chooseSentences } from './rank.ts'
import type { Source } from './source.ts'
import { rankTerms } from './terms.ts'

const maxHeadline = 100
const maxTitle = 60
const maxDescription = 155

/** Pronouns near the beginning of a clause refer to an omitted sentence. */
const pointing = {
  en: /^(?:\S+\s+){0,3}(?:he|she|it|they|him|her|them|his|its|their|this|these|those|such)(?![\p{L}'’])/iu,
  ru: /^(?:\S+\s+){0,3}(?:он|она|оно|они|его|её|ее|их|ему|ей|им|ними|него|неё|нее|них|нём|нем|ней|это|этот|эта|эти|этого|этой|этих|такой|такая|такие)(?!\p{L})/iu,
}

/** Clauses of the best sentences, best first; self-contained ones before those with a pronoun. */
function clausesOf({ sentences, ranking, language }: Source, maxLength: number, isWhole: boolean): string[] {
  const all = sentences.map((_, index) => index)
  const order = chooseSentences(ranking, all, Math.min(all.length, 24)).map((index) => sentences[index]?.text ?? '')
  const clauses = order.filter((text) => !text.endsWith('?')).flatMap((text) => clauseOf(text, language, maxLength, isWhole) ?? [])
  const stands = (clause: string) => !pointsBack(clause, language) && !pointing[language].test(clause)
  return [...new Set([...clauses.filter(stands), ...clauses.filter((clause) => !stands(clause))])]
}

/** Headlines are whole clauses of the text. */
export function writeHeadlines(source: Source, count: number): string {
  const headlines = clausesOf(source, maxHeadline, true)
  if (headlines.length === 0) headlines.push(fit(untie(source.sentences[0]?.text ?? ''), maxHeadline))
  return headlines
    .slice(0, count)
    .map((headline) => `- ${headline}`)
    .join('\n')
}

const labels = { en: { title: 'Title', description: 'Description' }, ru: { title: 'Заголовок', description: 'Описание' } }

export function writeSnippet(source: Source): string {
  const { sentences, ranking, language } = source
  const clauses = [...clausesOf(source, maxTitle, true), ...clausesOf(source, maxTitle, false)]
  const [first, second] = rankTerms(source.lines, source.reading, source.checkpoint)
    .filter(({ stems }, at, all) => !all.slice(0, at).some((other) => other.stems.some((stem) => stems.includes(stem))))
    .map(({ heading }) => heading)
  const named = first && capitalise(second && first.length + second.length + 2 <= maxTitle ? `${first}, ${second}` : first)
  const says = (clause: string) => [first, second].some((term) => term && clause.toLowerCase().includes(term.toLowerCase().slice(0, -2)))
  const title = clauses.find(says) ?? clauses[0] ?? named ?? untie(sentences[0]?.text ?? '')
  const bestFirst = chooseSentences(
    ranking,
    sentences.map((_, index) => index),
    Math.min(sentences.length, 12),
  )
  const standing = bestFirst.filter((index) => !pointsBack(sentences[index]?.text ?? '', language))
  const texts = (standing.length > 0 ? standing : bestFirst).map((index) => untie(sentences[index]?.text ?? ''))
  // Omits sentences that repeat the title, and prefers those that fit uncut.
  const other = texts.filter((text) => !text.startsWith(title))
  const complete = other.find((text) => text.length <= maxDescription && text.length >= maxDescription * 0.45)
  const description = complete ?? other[0] ?? texts[0] ?? ''
  const follow = complete && texts.find((text) => text !== complete && complete.length + 1 + text.length <= maxDescription)
  const say = labels[language]
  const full = follow ? `${description} ${follow}` : description
  return `**${say.title}:** ${fit(title, maxTitle)}\n\n**${say.description}:** ${fit(full, maxDescription)}`
}
