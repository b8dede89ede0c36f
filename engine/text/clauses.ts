import type { SpeechLanguage } from '../protocol/voices.ts'
import { stopWords } from './stop-words.ts'

/** Words that connect a sentence to the one before it, which the result may omit. */
const connective =
  /^(?:however|moreover|furthermore|therefore|thus|hence|besides|nevertheless|nonetheless|consequently|also|in addition|for example|for instance|meanwhile|as a result|on the other hand|in other words|of course|finally|then|but|and|so|or|yet|однако|кроме того|более того|поэтому|таким образом|также|например|впрочем|наконец|тем не менее|при этом|в результате|в то же время|с другой стороны|иными словами|кстати|значит|следовательно|потом|затем|зато|конечно|разумеется|но|и|а|да|итак)(?:\s*,\s*|\s+)/iu

/** A pronoun at the start refers to an earlier sentence. */
const dangling = {
  en: /^(?:(?:when|if|as|while|after|before|because|since|although|for|to|of|from|with|in|on|by) (?:it|he|she|they|them|him|her|this|these|those)|it|its|this|these|that|those|he|she|they|his|her|their|such|both|another|the former|the latter|there|here|one of them)(?![\p{L}'’])/iu,
  ru: /^(?:(?:когда|если|пока|хотя|после|чтобы|поскольку) (?:он|она|оно|они|это|этого)|он|она|оно|они|его|её|ее|их|это|этот|эта|эти|этого|этой|этому|этим|этих|тот|та|те|такой|такая|такое|такие|там|тогда|оба|обе|здесь|туда|туда же|в нём|в нем|в ней|в них|для этого|для них|при нём|из них|из этого|к нему|к ним|об этом|на это|на этом|с ним|с ней|с ними)(?!\p{L})/iu,
}

export const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** Drops the first words of a sentence that connect it to the one before it. */
export function untie(sentence: string): string {
  let text = sentence
  for (let round = 0; round < 2; round += 1) text = text.replace(connective, '')
  return capitalise(text === '' ? sentence : text)
}

export const pointsBack = (sentence: string, language: SpeechLanguage) => dangling[language].test(untie(sentence))

/** Openings and closings of letters. */
const courtesy =
  /^(?:(?:hi|hello|hey|dear|привет|здравствуй(?:те)?|добрый (?:день|вечер)|уважаем\S+|дорог(?:ой|ая|ие))(?: \p{L}+\.?){0,3}[,!]? )?(?:i hope (?:you|this|all|everything)|hope (?:you|this|all)|thanks(?! to)|thank you|(?:best|kind|warm) (?:regards|wishes)|sincerely|yours (?:sincerely|truly|faithfully)|надеюсь, (?:у|вы|ты|что)|спасибо|благодар(?:ю|им) (?:вас|тебя|за)|с уважением|с наилучшими|всего (?:доброго|хорошего))(?!\p{L})/iu
const courtesyWords = 12

export const isCourtesy = (sentence: string) => courtesy.test(sentence) && wordCount(sentence) <= courtesyWords

/** A clause that only adds something about the noun before it. */
const relativeClause = /,\s+(?:who|which|whose|where|котор[а-яё]{1,4}|где|что)\s[^,]{1,120},\s*/giu
const clauseBreak = /(?<!\s)\s*(?:[;:,]|\s[—–-])\s+/gu
const minClauseWords = 4

const wordCount = (text: string) => text.split(/\s+/).length

/** Words that open a clause after a comma; others may be the next item of a list. */
const opensClause = {
  en: /^(?:but|so|because|which|who|whose|while|although|though|when|where|since|if|until|yet|and (?:he|she|it|they|we|you|I|the|an?|this|that|these|many|some|people|then))\s/u,
  ru: /^(?:а|но|однако|поэтому|потому|чтобы|когда|если|хотя|так как|поскольку|пока|куда|где|откуда|котор[а-яё]+|в котор[а-яё]+|зато|причём|то есть|и (?:мы|я|он|она|оно|они|это|вы|ты))\s/iu,
}

/**
 * A sentence cut down to its main clause, without its full stop, of at most so many characters; `null` where it cannot be cut well.
 * `isWhole` cuts only between clauses.
 */
export function clauseOf(sentence: string, language: SpeechLanguage, maxLength: number, isWhole = false): string | null {
  const plain = untie(sentence.slice(0, 600))
    .replace(/(?<!\s)\s*[([][^)\]]{0,200}[)\]]/g, '')
    .replace(relativeClause, ' ')
    .replace(/(?<![.!…;:,\s])[.!…;:,\s]+$/u, '')
  if (sentence.length > 600) return null
  for (const found of plain.matchAll(clauseBreak)) {
    const clause = plain.slice(0, found.index)
    const isDefinition = /[—–-]/.test(found[0])
    if (isDefinition || wordCount(clause) < minClauseWords || opensSubordinate(clause, language)) continue
    const rest = plain.slice(found.index + found[0].length)
    if (complement[language].test(rest) || (found[0].trim() === ',' && !opensClause[language].test(rest))) continue
    if (clause.length <= maxLength) return pairQuotes(clause)
    break
  }
  if (plain.length <= maxLength) return pairQuotes(plain)
  return isWhole || opensSubordinate(plain, language) ? null : shorten(plain, language, maxLength)
}

/** Removes the quotes of a clause that has lost one of a pair. */
function pairQuotes(clause: string): string {
  const count = (mark: RegExp) => clause.match(mark)?.length ?? 0
  const isPaired = count(/«/g) === count(/»/g) && count(/“/g) === count(/”/g) && count(/"/g) % 2 === 0
  return isPaired ? clause : clause.replace(/["«»“”]/g, '')
}

const subordinate = {
  en: /^(?:if|when|while|although|though|because|since|as|after|before|until|unless|in|on|at|for|with|by|from|over|under|during|despite|according)\s/iu,
  ru: /^(?:если|когда|хотя|пока|чтобы|поскольку|так как|потому|после|прежде|несмотря|в|на|с|по|из|для|при|благодаря|согласно)\s/iu,
}
/** Words that a preceding verb requires. */
const complement = { en: /^(?:that|whether|how|what|which)\s/iu, ru: /^(?:что|чтобы|как|будто|ли|котор[а-яё]+|где|куда|чем)\s/iu }
const opensSubordinate = (clause: string, language: SpeechLanguage) => subordinate[language].test(clause)

/** Cuts before a function word, so that the rest reads as complete. */
function shorten(text: string, language: SpeechLanguage, maxLength: number): string | null {
  const words = text.split(/\s+/)
  const bare = (word: string) =>
    word
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replace(/[^\p{L}]/gu, '')
  const isSmall = (word: string) => stopWords[language].has(bare(word))
  for (let length = words.length - 1; length >= 4; length -= 1) {
    const kept = words.slice(0, length).join(' ')
    if (kept.length > maxLength) continue
    const next = words[length] ?? ''
    const isBound = new Set([
      'a',
      'an',
      'the',
      'of',
      'that',
      'to',
      'is',
      'are',
      'was',
      'were',
      'be',
      'not',
      'than',
      'as',
      'by',
      'не',
      'ли',
      'бы',
      'же',
      'что',
      'чтобы',
      'чем',
      'как',
    ]).has(bare(next))
    const last = words[length - 1] ?? ''
    if (isSmall(next) && !isBound && !isSmall(last) && !/[,;:—–-]$/u.test(last)) return kept.replace(/(?<![\s,;:—–-])[\s,;:—–-]+$/u, '')
  }
  return null
}

/** The longest beginning of a text that fits, in whole words, with an ellipsis if it was cut. */
export function fit(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  const end = cut.lastIndexOf(' ')
  // A single word that is too long is cut, but never between two surrogates.
  const kept = end > 0 ? cut.slice(0, end) : cut.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')
  return `${kept.replace(/(?<![\s,;:.—–-])[\s,;:.—–-]+$/u, '').slice(0, maxLength - 1)}…`
}
