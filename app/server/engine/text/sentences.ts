import snowball from 'snowball-stemmers'
import type { SpeechLanguage } from '../voices.ts'
import { stopWords } from './stop-words.ts'

export type Word = { stem: string; surface: string }

export type Sentence = {
  text: string
  /** The words that carry meaning, in order. */
  words: Word[]
  /** Which paragraph it came from, counted from 0. */
  paragraph: number
}

/** Ends that look like the end of a sentence and are not. */
const abbreviation =
  /(?:^|[\s(«"])(?:г|гг|в|вв|др|пр|т\.\s?[деп]|им|руб|тыс|млн|млрд|стр|ул|рис|см|проф|акад|[А-ЯЁ]|Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|No|Fig|[A-Z])\.$/u
const minSentenceWords = 3

/** Opening one costs more than using it. */
export const segmentersOf = {
  en: { word: new Intl.Segmenter('en', { granularity: 'word' }), sentence: new Intl.Segmenter('en', { granularity: 'sentence' }) },
  ru: { word: new Intl.Segmenter('ru', { granularity: 'word' }), sentence: new Intl.Segmenter('ru', { granularity: 'sentence' }) },
}

const stemmers = { en: snowball.newStemmer('english'), ru: snowball.newStemmer('russian') }

/** Longer runs of letters are no words, and the stemmers take their time over them. */
const maxWordLength = 60

export function stemOf(word: string, language: SpeechLanguage): string {
  return stemmers[language].stem(word.slice(0, maxWordLength).toLowerCase().replaceAll('ё', 'е'))
}

export function wordsIn(text: string, language: SpeechLanguage): Word[] {
  const words: Word[] = []
  for (const { segment, isWordLike } of segmentersOf[language].word.segment(text)) {
    const word = segment.toLowerCase().replaceAll('ё', 'е')
    if (!isWordLike || word.length < 3 || !/\p{L}/u.test(word) || stopWords[language].has(word)) continue
    words.push({ stem: stemOf(word, language), surface: segment })
  }
  return words
}

/** Headings, list marks and quotes of Markdown would end up in the middle of sentences. */
const stripMarkup = (line: string) =>
  line
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/^\s*(?:#{1,6}|>|[-*+•]|\d{1,3}[.)])\s+/u, '')
    .replace(/[*_`~]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Cuts a text into sentences; what is too short to say anything is left out. */
export function sentencesOf(text: string, language: SpeechLanguage): Sentence[] {
  const sentences: Sentence[] = []
  const paragraphs = text
    .split(/\n+/)
    .map(stripMarkup)
    .filter((paragraph) => paragraph !== '')
  paragraphs.forEach((paragraph, paragraphIndex) => {
    const joined: string[] = []
    for (const { segment } of segmentersOf[language].sentence.segment(paragraph)) {
      const piece = segment.trim()
      const previous = joined.at(-1)
      if (previous !== undefined && abbreviation.test(previous)) joined[joined.length - 1] = `${previous} ${piece}`
      else if (piece !== '') joined.push(piece)
    }
    for (const sentence of joined) {
      if ((sentence.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < minSentenceWords) continue
      sentences.push({ text: sentence, words: wordsIn(sentence, language), paragraph: paragraphIndex })
    }
  })
  return sentences
}
